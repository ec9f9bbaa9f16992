/*
 * A plain editor that works at once, which GraphiQL replaces when it is loaded. If the user has begun to write in the meantime, or the
 * window is small, GraphiQL opens only on request.
 */
{
  const { options, files, run } = JSON.parse(document.querySelector('#start').textContent)
  const main = document.querySelector('main')
  const form = document.querySelector('#plain')
  const { example, query, variables, key } = form.elements
  const answer = form.querySelector('[data-answer]')
  const state = form.querySelector('[data-state]')
  const whole = form.querySelector('[data-whole]')
  const share = document.querySelector('[data-share]')
  const shared = document.querySelector('[data-shared]')
  const root = document.querySelector('#root')
  const isNarrow = matchMedia('(max-width: 48rem)')

  /* The explorer and the docs store a typed key under the same name. */
  const keyName = 'clipgraph-key'
  try {
    key.value ||= sessionStorage.getItem(keyName) ?? ''
  } catch {
    /* Without storage, the key must be typed again. */
  }
  key.addEventListener('change', () => {
    try {
      sessionStorage.setItem(keyName, key.value)
    } catch {
      /* See above. */
    }
    start()
  })

  /* The shown query and variables, which are also in the address, so that reloads and bookmarks keep them. */
  let shown = { query: query.value, variables: variables.value }
  let writing
  const maxAddress = 6000
  const addressOf = (more) => {
    const address = new URL(location.pathname, location.href)
    for (const [name, value] of Object.entries(more)) if (value.trim() !== '') address.searchParams.set(name, value)
    return address.href.length > maxAddress ? null : address.href
  }
  const show = (query, variables) => {
    if (query === shown.query && variables === shown.variables) return
    shown = { query, variables }
    /* Delays the change, because browsers refuse a new address for each letter. */
    clearTimeout(writing)
    writing = setTimeout(() => history.replaceState(null, '', addressOf(shown) ?? location.pathname), 300)
  }
  const copy = async () => {
    const address = addressOf(shown)
    if (address === null) return 'Too long to share'
    try {
      await navigator.clipboard.writeText(address)
      return 'Copied'
    } catch {
      /* Pages over plain HTTP from another host have no clipboard. */
      history.replaceState(null, '', address)
      return 'Copy the address above'
    }
  }
  share.addEventListener('click', async () => {
    share.textContent = await copy()
    shared.textContent = share.textContent
    setTimeout(() => {
      share.textContent = 'Share'
      shared.textContent = ''
    }, 2000)
  })
  form.addEventListener('input', () => show(query.value, variables.value))

  let running = null
  let asked = null
  const ask = async ({ scrolls }) => {
    if (key.value === '') {
      state.textContent = 'A key is needed.'
      key.focus()
      return
    }
    let values
    try {
      values = variables.value.trim() === '' ? {} : JSON.parse(variables.value)
    } catch {
      state.textContent = 'The variables are not JSON.'
      variables.focus()
      return
    }
    running?.abort()
    const controller = new AbortController()
    running = controller
    form.setAttribute('aria-busy', 'true')
    state.textContent = 'Asking…'
    try {
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', 'x-gateway-key': key.value },
        body: JSON.stringify({ query: query.value, variables: values }),
        signal: controller.signal,
        credentials: 'omit'
      })
      answer.textContent = JSON.stringify(await response.json(), null, 2)
      state.textContent = `Answered, ${response.status}.`
      /* In narrow windows the answer is below the query, so scroll to it. */
      if (scrolls && isNarrow.matches) answer.parentElement.scrollIntoView()
    } catch {
      if (running !== controller) return
      state.textContent = 'The request did not get through. Is the server still running?'
    } finally {
      if (running === controller) {
        running = null
        form.removeAttribute('aria-busy')
      }
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    asked = ask({ scrolls: true })
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  example.addEventListener('change', () => {
    const tab = options.defaultTabs[example.value]
    query.value = tab?.query ?? ''
    variables.value = tab?.variables ?? ''
    show(query.value, variables.value)
  })
  for (const element of document.querySelectorAll('[data-scripted]')) element.hidden = false

  /* Runs the query in the address only once, not at each reload. */
  if (run && key.value !== '') {
    const address = new URL(location.href)
    address.searchParams.delete('run')
    history.replaceState(null, '', address)
    asked = ask({ scrolls: false })
  }

  const load = (element) =>
    new Promise((resolve, reject) => {
      element.addEventListener('load', resolve)
      element.addEventListener('error', reject)
      document.head.append(element)
    })
  const loadFiles = () =>
    Promise.all([
      load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: files.styles })),
      load(Object.assign(document.createElement('script'), { src: files.script }))
    ])

  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')
  const theme = () => document.documentElement.dataset.theme ?? (systemIsDark.matches ? 'dark' : 'light')

  const open = () => {
    const hadFocus = form.contains(document.activeElement)
    openGraphiQL(root, {
      options,
      workers: files.workers,
      query: query.value,
      variables: variables.value,
      key: () => key.value,
      answer: answer.textContent,
      theme: theme(),
      changed: (tab) => show(tab.query ?? '', tab.variables ?? '')
    })
    /* Does the same as GraphiQL's own switch, which the page's replaces. */
    const follow = () => {
      document.body.classList.remove('graphiql-dark', 'graphiql-light')
      document.body.classList.add(`graphiql-${theme()}`)
      monaco.editor.setTheme(`graphiql-${theme().toUpperCase()}`)
    }
    document.addEventListener('themechange', follow)
    form.hidden = true
    document.body.dataset.editor = 'whole'
    if (hadFocus) main.focus()
  }

  let isTouched = false
  for (const kind of ['focusin', 'input']) form.addEventListener(kind, () => (isTouched = true))
  const offer = (text, { isReady = true } = {}) => {
    state.textContent = text
    whole.hidden = !isReady
  }
  const bring = async () => {
    whole.hidden = true
    state.textContent = 'GraphiQL is on its way; this editor works meanwhile.'
    const isLoaded = await loadFiles().then(
      () => true,
      () => false
    )
    /* It says something of its own when it is answered. */
    await asked
    if (!isLoaded) offer('GraphiQL could not be loaded. This editor works all the same.')
    return isLoaded
  }
  whole.addEventListener('click', async () => {
    if (self.openGraphiQL || (await bring())) open()
  })
  /* Without a key GraphiQL cannot even read the schema. */
  let isStarted = false
  const start = async () => {
    if (key.value === '') return offer('Enter your key to run queries.', { isReady: false })
    if (isStarted) return
    isStarted = true
    if (isNarrow.matches || navigator.connection?.saveData) return offer('')
    if (!(await bring())) return
    if (isTouched) offer('GraphiQL has come.')
    else open()
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start)
}
