import { restSnippets } from '../../../views/snippets.ts'

/*
 * Tabs to choose the language of requests. One choice holds for all of a page and for the next visit; `show` is called for each change.
 * `npm run generate` builds it, with the snippets, into `snippets.js`.
 */
const name = 'clipgraph-snippet'
const all = []
let chosen = 'curl'
try {
  const stored = localStorage.getItem(name)
  if (Object.hasOwn(restSnippets, stored ?? '')) chosen = stored
} catch {
  /* Without storage, the choice is not remembered. */
}

const choose = (kind, list) => {
  const before = list.getBoundingClientRect().top
  chosen = kind
  for (const refresh of all) refresh()
  /* Keeps the pressed tab under the pointer, although everything above it changed its height. */
  window.scrollBy({ top: list.getBoundingClientRect().top - before, behavior: 'instant' })
  try {
    localStorage.setItem(name, kind)
  } catch {
    /* See above. */
  }
}

export const add = (panel, label, show) => {
  const list = document.createElement('div')
  list.className = 'kinds'
  list.setAttribute('role', 'tablist')
  list.ariaLabel = label
  panel.setAttribute('role', 'tabpanel')
  const kinds = Object.keys(restSnippets)
  const tabs = kinds.map((kind) => {
    const tab = document.createElement('button')
    tab.type = 'button'
    tab.id = `${panel.id}-${kind}`
    tab.textContent = kind
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panel.id)
    tab.addEventListener('click', () => choose(kind, list))
    list.append(tab)
    return tab
  })
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const kind = kinds.at((kinds.indexOf(chosen) + step) % kinds.length)
    choose(kind, list)
    tabs[kinds.indexOf(kind)].focus()
  })
  panel.before(list)
  const refresh = () => {
    for (const [index, tab] of tabs.entries()) {
      const isChosen = kinds[index] === chosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      if (isChosen) panel.setAttribute('aria-labelledby', tab.id)
    }
    show(restSnippets[chosen])
  }
  all.push(refresh)
  return refresh
}
