import axe from 'axe-core'
import type { Page } from 'playwright-core'

type Violation = { id: string; impact: string | null; nodes: { html: string; failureSummary?: string }[] }

/** What axe finds serious or critical on the page as it stands, each in a line. */
export const seriousViolations = async (page: Page): Promise<string[]> => {
  // Not a script element: the page's own policy would rightly refuse it.
  await page.evaluate(axe.source)
  const violations = await page.evaluate<Violation[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)`
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary ?? ''} (${nodes.length})`
    )
}

/** How many pixels the page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
