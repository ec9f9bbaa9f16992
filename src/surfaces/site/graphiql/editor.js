// Placed before GraphiQL's own script, in the same file.

// Exposes the editor's interface to this page as `monaco`.
self.MonacoEnvironment = { globalAPI: true }

/** Opens GraphiQL in the element. `key` returns the key for each request; `changed` is called with the shown query and variables. */
self.openGraphiQL = (root, { options, workers, query, variables, key, answer, theme, changed }) => {
  self.MonacoEnvironment.getWorkerUrl = (_, label) => workers[label]

  // The initial query. Passed explicitly, because GraphiQL finds its stored tabs by their text, and without a text it opens another empty tab
  // at every reload.
  const own = { query, ...(variables && { variables }) }
  const isKnown = options.defaultTabs.some((tab) => tab.query === query && (tab.variables ?? '') === variables)

  // The shown query may have been answered before GraphiQL was loaded.
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
    // The page has its own theme switch.
    forcedTheme: theme,
    fetcher: fetcherWith(key),
    // Keeps GraphiQL from writing addresses, which lack variables.
    onEditQuery: () => {},
    onTabChange: ({ tabs, activeTabIndex }) => changed(tabs[activeTabIndex])
  })
}
