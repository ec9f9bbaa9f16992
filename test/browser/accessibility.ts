import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Violation = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }

/** What axe finds on the page as it stands, of one of the impacts, each in a line. */
const violationsOf = async (page: Page, impacts: readonly string[]): Promise<string[]> => {
  // Not a script element: the page's own policy would rightly refuse it.
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`
  )
  return violations
    .filter(({ impact }) => impacts.includes(impact ?? ''))
    .map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary ?? ''} (${nodes.length})`
    )
}

/** What axe finds serious or critical. */
export const seriousViolations = (page: Page): Promise<string[]> => violationsOf(page, ['serious', 'critical'])

/** What axe finds moderate or worse. */
export const moderateViolations = (page: Page): Promise<string[]> =>
  violationsOf(page, ['moderate', 'serious', 'critical'])

/** How many pixels the page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
