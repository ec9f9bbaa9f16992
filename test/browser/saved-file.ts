import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** Saves what an export menu gives in one way. `what`: what is exported, as the menu's button says it. */
export const savedFile = async (page: Page, what: string, way: string): Promise<{ name: string; bytes: Buffer }> => {
  await page.getByRole('button', { name: `Export: ${what}`, exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: new RegExp(`^${way}`) }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
