import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** The editor that the page begins with. */
export const plain = (page: Page) => ({
  query: page.getByLabel('Query', { exact: true }).and(page.locator('textarea')),
  variables: page.getByLabel('Variables', { exact: true }),
  key: page.getByLabel('Key', { exact: true }),
  run: page.getByRole('button', { name: 'Run', exact: true }),
  open: page.getByRole('button', { name: 'Open GraphiQL' }),
  answer: page.locator('[data-answer]'),
  state: page.locator('[data-state]')
})

/** Waits until GraphiQL has taken its place and its editors are there. */
export const whole = async (page: Page) => {
  await page.locator('body[data-editor="whole"]').waitFor()
  await page.locator('.graphiql-query-editor .view-line').first().waitFor()
  await page.locator('.result-window .view-line').first().waitFor({ state: 'attached' })
}

/** What an editor of GraphiQL holds, also where it is scrolled out of sight. */
export const textOf = (
  page: Page,
  name: 'operation.graphql' | 'variables.json' | 'request-headers.json' | 'response.json'
) =>
  page.evaluate<string>(
    `monaco.editor.getModels().find(({ uri }) => uri.path.endsWith(${JSON.stringify(name)})).getValue()`
  )

export const answerText = (page: Page) => textOf(page, 'response.json')

/** Panels of GraphiQL, by the buttons that show and hide them. */
export const panelButton = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^(Show|Hide) ${name}$`) })

/**
 * Runs the query on show; returns the request. GraphiQL takes up what its editor holds a moment after it shows it: whoever is faster than
 * that runs it again.
 */
export const execute = async (page: Page, operation: string) => {
  let headers: Record<string, string> = {}
  const run = async () => {
    const asked = page.waitForRequest((request) => request.method() === 'POST', { timeout: 5_000 }).catch(() => null)
    await page.getByRole('button', { name: /^Execute query/ }).click()
    const request = await asked
    headers = request?.headers() ?? {}
    return request?.postDataJSON().operationName
  }
  await expect.poll(run, { timeout: 100_000 }).toBe(operation)
  return headers
}

/** Operations that are asked of the endpoint from here on. */
export const questions = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.postDataJSON().query)
  })
  return asked
}
