/*
 * A plain editor that works at once, and GraphiQL in its place when that has come. Where somebody began to write in the meantime, or the
 * window is small, it comes only when it is asked for.
 */
{
  const { options, files, run } = JSON.parse(document.querySelector('#start').textContent)
  const main = document.querySelector('main')
  const form = document.querySelector('[data-plain]')
  const { example, query, variables, key } = form.elements
  const answer = form.querySelector('[data-answer]')
  const state = form.querySelector('[data-state]')
  const whole = form.querySelector('[data-whole]')
  const root = document.querySelector('#root')
  const isNarrow = matchMedia('(max-width: 48rem)')

  /* The explorer and the docs keep a typed key under the same name. */
  const keyName = 'clipgraph-key'
  try {
    key.value ||= sessionStorage.getItem(keyName) ?? ''
  } catch {
    /* Where nothing may be stored it is typed again. */
  }
  key.addEventListener('change', () => {
    try {
      sessionStorage.setItem(keyName, key.value)
    } catch {
      /* See above. */
    }
  })

  let running = null
  const ask = async () => {
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
      /* Below the query it would have to be looked for. */
      if (isNarrow.matches) answer.parentElement.scrollIntoView()
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
    ask()
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit()
  })
  example.addEventListener('change', () => {
    const tab = options.defaultTabs[example.value]
    query.value = tab?.query ?? ''
    variables.value = tab?.variables ?? ''
  })
  for (const element of form.querySelectorAll('[data-scripted]')) element.hidden = false

  /* What was asked for in the address is asked once, not again at each reload. */
  let asked = null
  if (run && key.value !== '') {
    const address = new URL(location.href)
    address.searchParams.delete('run')
    history.replaceState(null, '', address)
    asked = ask()
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

  const open = async () => {
    const { ready, setTheme } = openGraphiQL(root, {
      options,
      workers: files.workers,
      query: query.value,
      variables: variables.value,
      key: key.value,
      answer: answer.textContent,
      theme: theme()
    })
    const follow = () => setTheme(theme())
    new MutationObserver(follow).observe(document.documentElement, { attributeFilter: ['data-theme'] })
    systemIsDark.addEventListener('change', follow)
    await ready
    const hadFocus = form.contains(document.activeElement)
    form.remove()
    document.body.dataset.editor = 'whole'
    if (hadFocus) main.focus()
  }

  let isTouched = false
  for (const kind of ['focusin', 'input']) {
    form.addEventListener(kind, () => {
      isTouched = true
    })
  }
  const offer = (text) => {
    state.textContent = text
    whole.hidden = false
  }
  const bring = async () => {
    whole.hidden = true
    state.textContent = 'GraphiQL is on its way; this editor works meanwhile.'
    try {
      await loadFiles()
      await asked
    } catch {
      state.textContent = 'GraphiQL could not be loaded. This editor works all the same.'
      return false
    }
    return true
  }
  whole.addEventListener('click', async () => {
    if (self.openGraphiQL || (await bring())) open()
  })
  const start = async () => {
    if (isNarrow.matches || navigator.connection?.saveData) return offer('')
    if (!(await bring())) return
    if (isTouched) offer('GraphiQL has come.')
    else open()
  }
  if (document.readyState === 'complete') start()
  else window.addEventListener('load', start)
}
