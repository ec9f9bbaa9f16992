import type { Page } from 'playwright-core'

/** Handles that a table names its rows by, from top to bottom. */
export const handlesIn = async (page: Page): Promise<string[]> =>
  (await page.locator('.table').first().locator('tbody th').allTextContents()).map(
    (text) => /@([\w.]+)/.exec(text)?.[1] ?? ''
  )

/** What a column of a table says, from top to bottom. */
export const columnOf = (page: Page, title: string): Promise<string[]> =>
  page
    .locator('.table')
    .first()
    .evaluate((table, title) => {
      const heads = [...table.querySelectorAll('thead > tr > *')].map(({ textContent }) => textContent)
      return [...table.querySelectorAll('tbody > tr')].map(
        (row) => row.children[heads.indexOf(title)]?.textContent ?? ''
      )
    }, title)

/** Waits until the comparison shows all whom its address names. */
export const compared = async (page: Page): Promise<void> => {
  await page.locator('.comparison[aria-busy=false]').waitFor()
}
