import type { Page } from 'playwright-core'

/**
 * Runs in the page, so it refers to nothing outside itself. Looks at the lines of visible text as they are painted, which a test of what the text says
 * does not see.
 */
const findFaults = () => {
  type Line = { block: Element; text: string; rect: DOMRect; container: Element }

  /** Longer words may break: handles and addresses. */
  const longestWhole = 18
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.unseen, .skip, svg, noscript') === null
  const named = (element: Element) =>
    `${element.tagName.toLowerCase()}${element.className === '' ? '' : `.${String(element.className).replaceAll(' ', '.')}`} in ${element.parentElement?.className || element.parentElement?.tagName}`
  const range = document.createRange()
  const rectsOf = (node: Text, from: number, to: number) => {
    range.setStart(node, from)
    range.setEnd(node, to)
    return Array.from(range.getClientRects()).filter(({ width, height }) => width > 0.5 && height > 0.5)
  }
  const isInline = (element: Element) => getComputedStyle(element).display === 'inline'
  const blockOf = (element: Element): Element => {
    let block = element
    while (isInline(block) && block.parentElement !== null) block = block.parentElement
    return block
  }
  /** Whether what overflows an element is cut on purpose: with an ellipsis, after some lines, or by a bar to scroll. */
  const mayCut = (style: CSSStyleDeclaration) =>
    style.textOverflow === 'ellipsis' ||
    style.webkitLineClamp !== 'none' ||
    /auto|scroll/.test(style.overflowX + style.overflowY)
  /** The part of a rectangle that the elements around it leave to be seen. */
  const cutBy = (element: Element, rect: DOMRect): Element | null => {
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (!/hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY)) continue
      const box = around.getBoundingClientRect()
      const isCut =
        rect.left < box.left - 1 || rect.right > box.right + 1 || rect.top < box.top - 1 || rect.bottom > box.bottom + 1
      if (isCut) return around
    }
    return null
  }
  /** What lies over the page on purpose. */
  const isOver = (element: Element): boolean => {
    for (let around: Element | null = element; around !== null; around = around.parentElement) {
      if (/absolute|fixed|sticky/.test(getComputedStyle(around).position)) return true
    }
    return false
  }

  const faults = new Set<string>()
  const lines: Line[] = []
  // A dialog lies over the rest of the page.
  const looked = document.querySelector('dialog[open]') ?? document.body
  const walker = document.createTreeWalker(looked, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement
    const { data } = node
    if (
      parent === null ||
      data.trim() === '' ||
      parent.closest('script, style, option, pre') !== null ||
      !isShown(parent)
    )
      continue
    const block = blockOf(parent)
    for (const { 0: word, index } of data.matchAll(/[\p{Script=Latin}\p{N}]+/gu)) {
      if (word.length > longestWhole) continue
      const rects = rectsOf(node, index, index + word.length)
      if (new Set(rects.map(({ top }) => Math.round(top))).size > 1)
        faults.add(`broken word “${word}”: ${named(parent)}`)
    }
    const rects = rectsOf(node, 0, data.length)
    for (const rect of rects) {
      const cutter = cutBy(parent, rect)
      if (cutter !== null) {
        if (!mayCut(getComputedStyle(cutter)) && !mayCut(getComputedStyle(block)))
          faults.add(`cut “${data.trim().slice(0, 30)}” by ${named(cutter)}`)
        continue
      }
      lines.push({ block, text: data, rect, container: parent })
    }
    const tops = new Set(rects.map(({ top }) => Math.round(top)))
    if (tops.size > 3 && data.trim().length / tops.size < 8)
      faults.add(`squeezed “${data.trim().slice(0, 30)}” into ${tops.size} lines: ${named(parent)}`)
  }

  lines.sort((a, b) => a.rect.top - b.rect.top)
  for (const [index, one] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next++) {
      const other = lines[next] as Line
      if (other.rect.top > one.rect.bottom) break
      const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top)
      if (one.block !== other.block && width > 2 && height > 5 && !isOver(one.block) && !isOver(other.block)) {
        faults.add(
          `overlap of “${one.text.trim().slice(0, 30)}” and “${other.text.trim().slice(0, 30)}”: ${named(one.block)}`
        )
      }
      if (one.container !== other.container && height > 5 && width > -1 && width < 2) {
        const [left, right] = one.rect.left < other.rect.left ? [one, other] : [other, one]
        if (/[\p{L}\p{N}]$/u.test(left.text) && /^[\p{L}\p{N}]/u.test(right.text)) {
          faults.add(
            `runs together: “${left.text.slice(-20)}” and “${right.text.slice(0, 20)}”: ${named(right.container)}`
          )
        }
      }
    }
  }

  // A box that is much narrower than what stands around it, and has text in many lines of one word each.
  for (const element of looked.querySelectorAll('*')) {
    if (!isShown(element) || isInline(element)) continue
    const parts = Array.from(element.children).filter((child) => isShown(child) && !isInline(child) && !isOver(child))
    const style = getComputedStyle(element)
    if (style.display !== 'flex' || style.flexWrap !== 'wrap' || parts.length < 4) continue
    const rows = new Set(parts.map((part) => Math.round(part.getBoundingClientRect().top))).size
    const widest = Math.max(...parts.map((part) => part.getBoundingClientRect().width))
    const free = (element.parentElement?.closest('main, section, article, dl') ?? element).getBoundingClientRect().width
    if (rows === parts.length && widest < free / 3)
      faults.add(`each of ${parts.length} parts in a row of its own: ${named(element)}`)
  }

  const names = new Set(['GraphQL', 'GraphiQL', 'TypeScript', 'JavaScript', 'OpenAPI', 'NDJSON'])
  const labels = looked.querySelectorAll(
    'label, button, legend, th, dt, h1:not(:has(bdi)), h2, h3, .kind, summary, [aria-label], [placeholder]'
  )
  for (const label of labels) {
    if (!isShown(label) || label.querySelector('bdi, pre') !== null) continue
    for (const text of [
      (label as HTMLElement).innerText ?? '',
      label.getAttribute('aria-label') ?? '',
      label.getAttribute('placeholder') ?? ''
    ]) {
      for (const [word] of text.matchAll(/\S*\p{Ll}\p{Lu}\S*/gu)) {
        if (!names.has(word.replace(/\W+$/, '')) && !/[@#.]/.test(word))
          faults.add(`label “${word}” of two words: ${named(label)}`)
      }
    }
  }
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wider > 0) faults.add(`the page is ${wider} pixels wider than its window`)
  return [...faults]
}

/** Squeezed, cut and overlapping text, and labels whose words run together, on the page as it stands. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults)
