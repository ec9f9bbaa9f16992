/* biome-ignore-all lint/correctness/noUnusedVariables: editor.js uses them, in one file with it. */

// What GraphiQL lacks for keyboards and screen readers: the only changes to its elements.

// The query builder's fields can be pressed by pointer only: this makes them checkboxes and buttons.
const items = '.graphiql-plugin :is(span[data-field-name], [data-arg-name] > span[style*="pointer"])'
const nameItems = (root) => {
  for (const item of root.querySelectorAll(items)) {
    const icon = item.querySelector('svg')
    if (icon === null) continue
    const isBox = icon.getAttribute('width') === '15'
    const [role, state] = isBox ? ['checkbox', 'aria-checked'] : ['button', 'aria-expanded']
    item.tabIndex = 0
    item.setAttribute('role', role)
    item.removeAttribute(isBox ? 'aria-expanded' : 'aria-checked')
    item.setAttribute(state, String((isBox ? icon.style.fill : icon.style.transform) !== ''))
  }
  for (const input of root.querySelectorAll('.graphiql-explorer-root :is(input, select)')) {
    input.ariaLabel = input.closest('[data-arg-name]')?.dataset.argName ?? 'Kind of operation to add'
  }
}

// GraphiQL's tabs hold a button to close them, which no ARIA tab may: they become a list of buttons, one of which is the current one.
const nameTabs = (root) => {
  for (const tab of root.querySelectorAll('.graphiql-tab')) {
    tab.removeAttribute('role')
    tab.removeAttribute('aria-selected')
    tab.querySelector('.graphiql-tab-button').ariaCurrent = String(tab.classList.contains('graphiql-tab-active'))
  }
  root.querySelector('[role="tablist"]')?.removeAttribute('role')
  root.querySelector('[role="tabpanel"]')?.setAttribute('role', 'group')
}

// GraphiQL's bars between panes follow the mouse only: here they are separators that arrow keys move.
const bars = '.graphiql-horizontal-drag-bar'
const shareOf = (bar) => {
  const [before, after] = [bar.previousElementSibling, bar.nextElementSibling].map(({ offsetWidth }) => offsetWidth)
  return before / (before + after)
}
const nameBars = (root) => {
  for (const bar of root.querySelectorAll(`${bars}:not([role])`)) {
    bar.setAttribute('role', 'separator')
    bar.tabIndex = 0
    bar.ariaLabel = 'Width of the panes'
    bar.ariaOrientation = 'vertical'
    bar.ariaValueNow = String(Math.round(100 * shareOf(bar)))
  }
}
const moveBar = (bar, step) => {
  const share = Math.min(0.8, Math.max(0.2, shareOf(bar) + step))
  bar.previousElementSibling.style.flex = String(share / (1 - share))
  bar.ariaValueNow = String(Math.round(100 * share))
}

const makeAccessible = (root) => {
  const name = () => {
    nameItems(root)
    nameTabs(root)
    nameBars(root)
    // Each past query is a button of its own name, not one of many called "Set active".
    for (const label of root.querySelectorAll('.graphiql-history-item-label')) label.removeAttribute('aria-label')
    // Titles of icons are names of minified functions.
    for (const title of root.querySelectorAll('svg > title')) title.remove()
  }
  new MutationObserver(name).observe(root, { childList: true, subtree: true, attributeFilter: ['class', 'style'] })
  name()
  root.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: -0.05, ArrowRight: 0.05 }[event.key]
    if (event.target.matches(bars) && step) return moveBar(event.target, step)
    if (!event.target.matches(items) || event.ctrlKey || event.metaKey) return
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.target.click()
  })
}

// The query builder's inputs take the focus when they appear, and scroll to themselves. They keep it only when it was in the builder
// already, or the user moved it there.
const keepFocus = (root) => {
  let isMoving = false
  let top = 0
  const move = ({ type, key }) => {
    if (type === 'keydown' && key !== 'Tab') return
    isMoving = true
    setTimeout(() => {
      isMoving = false
    })
  }
  for (const kind of ['mousedown', 'keydown']) root.ownerDocument.addEventListener(kind, move, true)
  const isPanel = (element) => element.matches('.graphiql-plugin')
  root.addEventListener('scroll', ({ target }) => (top = isPanel(target) ? target.scrollTop : top), true)
  // Another panel begins at its top.
  root.addEventListener('click', ({ target }) => {
    if (target.closest('.graphiql-sidebar')) root.querySelector('.graphiql-plugin').scrollTop = top = 0
  })
  root.addEventListener('focusin', ({ target, relatedTarget }) => {
    const builder = target.closest('.graphiql-explorer-root')
    if (!builder || !target.matches('input') || isMoving || builder.contains(relatedTarget)) return
    builder.closest('.graphiql-plugin').scrollTop = top
    if (relatedTarget === null) target.blur()
    else relatedTarget.focus()
  })
}
