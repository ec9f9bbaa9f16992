import type { Page } from 'playwright-core'

/** Handles of the columns, from left to right. */
export const columnsOf = (page: Page): Promise<string[]> => page.locator('.column-head .handle bdi').allTextContents()

/** What a row of the numbers says, from left to right. */
export const cellsOf = (page: Page, name: string): Promise<string[]> =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: false }) })
    .first()
    .locator('td')
    .allTextContents()

/** Waits until the comparison shows all whom its address names. */
export const compared = async (page: Page): Promise<void> => {
  await page.locator('.comparison[aria-busy=false]').waitFor()
}
