// In front of GraphiQL's own script, in one file with it.

// Gives this page the editor's own interface, `monaco`.
self.MonacoEnvironment = { globalAPI: true }

const editorOf = (name) => monaco.editor.getEditors().find((editor) => editor.getModel()?.uri.path.endsWith(name))

const placeholders = {
  'operation.graphql': 'Write a query: names complete while you type',
  'response.json': 'Run the query with Ctrl-Enter: its answer appears here.',
  'variables.json': 'Values of the query’s variables, as JSON',
  'request-headers.json': 'More headers of the request, as JSON. The key is sent anyway.'
}

/** Errors of an answer that name places in the query, as the editor marks them. */
const marksOf = (answer, model) => {
  let errors = []
  try {
    errors = JSON.parse(answer).errors ?? []
  } catch {
    // Half an answer has no errors to show yet.
  }
  return errors.flatMap(({ message, locations = [] }) =>
    locations.map(({ line, column }) => ({
      severity: monaco.MarkerSeverity.Error,
      message,
      startLineNumber: line,
      startColumn: column,
      endLineNumber: line,
      endColumn: model.getWordAtPosition({ lineNumber: line, column })?.endColumn ?? column + 1
    }))
  )
}

/** Marks the errors of the last answer in the query until that is edited. */
const errorMarker = () => {
  let marked = { query: null, response: null }
  return ({ query, response }) => {
    const model = editorOf('operation.graphql')?.getModel()
    if (!model || (query === marked.query && response === marked.response)) return
    const isNew = response !== marked.response
    marked = { query, response }
    monaco.editor.setModelMarkers(model, 'answer', isNew && response ? marksOf(response, model) : [])
  }
}

/**
 * Opens GraphiQL in the element. `key` gives the key at each request; `tools` stands beside its tabs; `changed` is called with the query and
 * variables on show.
 */
self.openGraphiQL = (root, { options, workers, query, variables, key, answer, theme, tools, changed }) => {
  self.MonacoEnvironment.getWorkerUrl = (_, label) => workers[label]

  // What is on show at first. Passed explicitly, because GraphiQL finds the tabs it remembers by their text, and without one to look for
  // it opens another empty tab at every reload.
  const own = { query, ...(variables && { variables }) }
  const isKnown = options.defaultTabs.some((tab) => tab.query === query && (tab.variables ?? '') === variables)
  const markErrors = errorMarker()
  let isFirst = true

  defineTheme(theme)
  keepFocus(root)
  YogaGraphiQL.renderYogaGraphiQL(root, {
    ...options,
    ...own,
    defaultTabs: isKnown ? options.defaultTabs : [own, ...options.defaultTabs],
    defaultEditorToolsVisibility: variables ? 'variables' : false,
    editorTheme: { dark: themeName, light: themeName },
    // The page has a switch of its own.
    forcedTheme: theme,
    // The place of a logo holds the page's own tools.
    logo: ' ',
    title: React.createElement('span', { ref: (place) => place?.append(tools) }),
    fetcher: fetcherWith(key),
    // Keeps GraphiQL from writing addresses, which lack variables.
    onEditQuery: () => {},
    onTabChange: ({ tabs, activeTabIndex }) => {
      // GraphiQL keeps the answers of tabs that it ran; the first may have come before it.
      const asked = isFirst && tabs.find((tab) => tab.query === query && tab.response === null)
      if (asked) asked.response = answer
      isFirst = false
      markErrors(tabs[activeTabIndex])
      changed(tabs[activeTabIndex])
    }
  })
  const setTheme = (theme) => {
    document.body.classList.remove('graphiql-dark', 'graphiql-light')
    document.body.classList.add(`graphiql-${theme}`)
    defineTheme(theme)
  }
  const fetchSchema = () => root.querySelector('[aria-label^="Re-fetch GraphQL schema"]').click()

  const ready = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!root.querySelector('.graphiql-query-editor .view-line') || !editorOf('response.json')) return
      observer.disconnect()
      makeAccessible(root)
      for (const [name, placeholder] of Object.entries(placeholders)) {
        editorOf(name)?.updateOptions({ placeholder, wordWrap: 'on' })
      }
      if (answer) {
        editorOf('response.json').setValue(answer)
        markErrors({ query, response: answer })
      }
      resolve()
    })
    observer.observe(root, { childList: true, subtree: true })
  })
  return { ready, setTheme, fetchSchema }
}
