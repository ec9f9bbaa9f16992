// In front of GraphiQL's own script, in one file with it.

// Gives this page the editor's own interface, `monaco`.
self.MonacoEnvironment = { globalAPI: true }

const editorThemes = { dark: 'graphiql-DARK', light: 'graphiql-LIGHT' }

// The explorer's fields can be pressed by pointer only: this makes them checkboxes and buttons for keyboards and screen readers.
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

const makeAccessible = (root) => {
  const name = () => {
    nameItems(root)
    nameTabs(root)
    // Titles of icons are names of minified functions.
    for (const title of root.querySelectorAll('svg > title')) title.remove()
  }
  new MutationObserver(name).observe(root, { childList: true, subtree: true, attributeFilter: ['class', 'style'] })
  name()
  root.addEventListener('keydown', (event) => {
    if (!event.target.matches(items) || event.ctrlKey || event.metaKey) return
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    event.target.click()
  })
}

// The explorer's inputs take the focus when they appear. They keep it only when it was in the explorer already, or the user moved it there.
const keepFocus = (root) => {
  let isMoving = false
  const move = ({ type, key }) => {
    if (type === 'keydown' && key !== 'Tab') return
    isMoving = true
    setTimeout(() => {
      isMoving = false
    })
  }
  for (const kind of ['mousedown', 'keydown']) root.ownerDocument.addEventListener(kind, move, true)
  root.addEventListener('focusin', ({ target, relatedTarget }) => {
    const explorer = target.closest('.graphiql-explorer-root')
    if (!explorer || !target.matches('input') || isMoving || explorer.contains(relatedTarget)) return
    if (relatedTarget === null) target.blur()
    else relatedTarget.focus()
  })
}

// The page's script calls it once both are there.
self.openGraphiQL = (root, { options, workers, query, variables, key, answer, theme }) => {
  self.MonacoEnvironment.getWorkerUrl = (_, label) => workers[label]

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

  keepFocus(root)
  YogaGraphiQL.renderYogaGraphiQL(root, {
    ...options,
    ...own,
    defaultHeaders: headers,
    defaultEditorToolsVisibility: variables ? 'variables' : 'headers',
    defaultTabs: isKnown ? tabs : [own, ...tabs],
    editorTheme: editorThemes
  })
  const setTheme = (theme) => {
    document.body.classList.remove('graphiql-dark', 'graphiql-light')
    document.body.classList.add(`graphiql-${theme}`)
    monaco.editor.setTheme(editorThemes[theme])
  }

  const ready = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!root.querySelector('.graphiql-query-editor .view-line')) return
      observer.disconnect()
      makeAccessible(root)
      setTheme(theme)
      if (answer)
        monaco.editor
          .getModels()
          .find(({ uri }) => uri.path.endsWith('response.json'))
          .setValue(answer)
      resolve()
    })
    observer.observe(root, { childList: true, subtree: true })
  })
  return { ready, setTheme }
}
