import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'

/** Saves what an export menu gives in one way. `opener`: the button that opens the menu. */
export const savedFile = async (page: Page, opener: Locator, way: string): Promise<{ name: string; bytes: Buffer }> => {
  await opener.click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: new RegExp(`^${way}`) }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}
