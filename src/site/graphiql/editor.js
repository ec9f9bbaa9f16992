// Behind GraphiQL's own script, in one file with it.

// The explorer's fields can be pressed by pointer only: here they become what they are to a keyboard and to who hears the page.
const openExplorer = (root) => {
  const items = 'span[data-field-name], [data-arg-name] > span[style*="pointer"]'
  const tell = () => {
    for (const item of panel.querySelectorAll(items)) {
      const icon = item.querySelector('svg')
      if (icon === null) continue
      const isBox = icon.getAttribute('width') === '15'
      const [role, state] = isBox ? ['checkbox', 'aria-checked'] : ['button', 'aria-expanded']
      item.tabIndex = 0
      item.setAttribute('role', role)
      item.removeAttribute(isBox ? 'aria-expanded' : 'aria-checked')
      item.setAttribute(state, String((isBox ? icon.style.fill : icon.style.transform) !== ''))
    }
  }
  const panel = root.querySelector('.graphiql-plugin')
  new MutationObserver(tell).observe(panel, { childList: true, subtree: true, attributeFilter: ['style'] })
  tell()
  panel.addEventListener('keydown', (event) => {
    if (!event.target.matches(items) || event.ctrlKey || event.metaKey) return
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.target.click()
  })
}

// The page's script calls it once both are there.
self.openGraphiQL = (root, { options, workers, query, variables, key, answer, theme }) => {
  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] }
  self.firstAnswer = answer

  // The explorer is open at the first visit where there is room for it; whoever closes it finds it closed.
  if (localStorage.getItem('graphiql:visiblePlugin') === null && matchMedia('(min-width: 64rem)').matches) {
    localStorage.setItem('graphiql:visiblePlugin', 'GraphiQL Explorer')
  }

  // What is on show at first. Said outright, because GraphiQL finds the tabs it remembers by their text, and without one to look for it
  // opens another empty tab at every reload.
  const headers = JSON.stringify({ ...JSON.parse(options.headers), ...(key && { 'x-gateway-key': key }) }, null, 2)
  const own = { query, ...(variables && { variables }), headers }
  const tabs = options.defaultTabs.map((tab) => ({ ...tab, headers }))
  const isKnown = tabs.some((tab) => tab.query === query && (tab.variables ?? '') === variables)

  const show = YogaGraphiQL.renderYogaGraphiQL(root, {
    ...options,
    ...own,
    defaultHeaders: headers,
    defaultEditorToolsVisibility: variables ? 'variables' : 'headers',
    defaultTabs: isKnown ? tabs : [own, ...tabs]
  })
  const setTheme = (forcedTheme) => show({ forcedTheme })
  setTheme(theme)

  const ready = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!root.querySelector('.graphiql-query-editor .view-line')) return
      observer.disconnect()
      openExplorer(root)
      resolve()
    })
    observer.observe(root, { childList: true, subtree: true })
  })
  return { ready, setTheme }
}
