/* Requests as programs: what a snippet is made of is one request, told as { url, key, query, variables }. */
const snippets = {
  curl: ({ url, key }) => {
    const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`
    return `curl -H ${quote(`x-gateway-key: ${key}`)} ${quote(url)}`
  },
  fetch: ({ url, key }) => `const response = await fetch(${JSON.stringify(url)}, {
  headers: { 'x-gateway-key': ${JSON.stringify(key)} }
})
console.log(await response.json())
`,
  TypeScript: ({ url, key, query, variables }) => `import { createClient } from 'clipgraph/client'
import { parse } from 'graphql'

const client = createClient({ url: ${JSON.stringify(new URL(url).origin)}, key: ${JSON.stringify(key)} })

const document = parse(\`
${query.replace(/^/gm, '  ')}
\`)
const data = await client.query(document, ${JSON.stringify(variables, null, 2)})
console.log(JSON.stringify(data, null, 2))
`,
  Python: ({ url, key }) => `import json
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    headers={"x-gateway-key": ${JSON.stringify(key)}},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`
}

/*
 * Tabs to choose how requests are told. All of a page's tell the same, on the next visit too; `show` is called for each change.
 */
// biome-ignore lint/correctness/noUnusedVariables: what stands behind this in the same script uses it.
const snippetTabs = (() => {
  const name = 'clipgraph-snippet'
  const all = []
  let chosen = 'curl'
  try {
    const stored = localStorage.getItem(name)
    if (Object.hasOwn(snippets, stored ?? '')) chosen = stored
  } catch {
    /* Where nothing may be stored it is chosen anew. */
  }

  const choose = (kind, list) => {
    const before = list.getBoundingClientRect().top
    chosen = kind
    for (const refresh of all) refresh()
    /* What was pressed stays under the pointer, though everything above it changed its height. */
    window.scrollBy({ top: list.getBoundingClientRect().top - before, behavior: 'instant' })
    try {
      localStorage.setItem(name, kind)
    } catch {
      /* See above. */
    }
  }

  const add = (panel, label, show) => {
    const list = document.createElement('div')
    list.className = 'kinds'
    list.setAttribute('role', 'tablist')
    list.ariaLabel = label
    panel.setAttribute('role', 'tabpanel')
    const kinds = Object.keys(snippets)
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
      show(snippets[chosen])
    }
    all.push(refresh)
    return refresh
  }
  return { add }
})()
