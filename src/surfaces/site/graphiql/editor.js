// In front of GraphiQL's own script, in one file with it.

// Gives this page the editor's own interface, `monaco`.
self.MonacoEnvironment = { globalAPI: true }

/** Opens GraphiQL in the element. `key` gives the key at each request; `changed` is called with the query and variables on show. */
self.openGraphiQL = (root, { options, workers, query, variables, key, answer, theme, changed }) => {
  self.MonacoEnvironment.getWorkerUrl = (_, label) => workers[label]

  // What is on show at first. Passed explicitly, because GraphiQL finds the tabs it remembers by their text, and without one to look for
  // it opens another empty tab at every reload.
  const own = { query, ...(variables && { variables }) }
  const isKnown = options.defaultTabs.some((tab) => tab.query === query && (tab.variables ?? '') === variables)

  // The query on show may have been answered before GraphiQL came.
  const created = monaco.editor.onDidCreateModel((model) => {
    if (!model.uri.path.endsWith('response.json')) return
    created.dispose()
    if (answer) setTimeout(() => model.setValue(answer))
  })
  YogaGraphiQL.renderYogaGraphiQL(root, {
    ...options,
    ...own,
    defaultTabs: isKnown ? options.defaultTabs : [own, ...options.defaultTabs],
    defaultEditorToolsVisibility: variables ? 'variables' : false,
    // The page has a switch of its own.
    forcedTheme: theme,
    fetcher: fetcherWith(key),
    // Keeps GraphiQL from writing addresses, which lack variables.
    onEditQuery: () => {},
    onTabChange: ({ tabs, activeTabIndex }) => changed(tabs[activeTabIndex])
  })
}
