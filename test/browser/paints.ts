import type { Page } from 'playwright-core'

/** For a page's beginning: notes the time of its largest paint, and adds up how far its layout shifts without anybody doing anything. */
export const watchPaints = `
  window.paints = { largestMs: 0, shift: 0, shifted: [] }
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) window.paints.largestMs = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue
      window.paints.shift += value
      for (const { node } of sources) window.paints.shifted.push(node?.outerHTML?.slice(0, 80) ?? node?.nodeName)
    }
  }).observe({ type: 'layout-shift', buffered: true })
`

/** `shifted`: the beginnings of the elements that moved. */
export type Paints = { largestMs: number; shift: number; shifted: readonly string[] }

export const paintsOf = (page: Page): Promise<Paints> => page.evaluate<Paints>('window.paints')
