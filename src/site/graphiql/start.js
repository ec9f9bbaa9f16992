// Behind GraphiQL's own script, in one file with it: starts it with what the page says.
{
  const { options, workers } = JSON.parse(document.querySelector('#start').textContent)

  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => workers[label] }

  // The explorer is open at the first visit; whoever closes it finds it closed.
  if (localStorage.getItem('graphiql:visiblePlugin') === null) {
    localStorage.setItem('graphiql:visiblePlugin', 'GraphiQL Explorer')
  }

  // What is on show at first: the query and variables in the address, else the first tab. Said outright, because GraphiQL finds the tabs
  // it remembers by their text, and without one to look for it opens another empty tab at every reload.
  const asked = new URLSearchParams(location.search)
  const query = asked.get('query') || options.defaultTabs[0].query
  const known = options.defaultTabs.find((tab) => tab.query === query)
  const variables = asked.get('variables') || known?.variables
  const own = { query, ...(variables ? { variables } : {}) }
  const first = known ? [] : [{ ...own, headers: options.headers }]

  YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), {
    ...options,
    ...own,
    defaultTabs: [...first, ...options.defaultTabs]
  })
}
