/*
 * Turns the examples of the REST reference into calls: each parameter gets a field, each operation a button that sends the request
 * and shows the response. Requests only go to the server of the page.
 */
{
  const main = document.querySelector('main')
  /* The explorer stores the key under the same name, so that a key typed there is used here. */
  const keyName = 'clipgraph-key'
  const timeoutMs = 30_000
  /* Informative headers of a response, in the order of display. */
  const shownHeaders = [
    ...['x-request-id', 'x-ignored-parameters', 'content-type', 'link'],
    ...['cache-control', 'etag', 'age', 'retry-after', 'allow', 'vary']
  ]

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
    made.append(...children)
    return made
  }
  const button = (text, onClick) => {
    const made = element('button', { type: 'button', class: 'button' }, text)
    made.addEventListener('click', onClick)
    return made
  }

  /* The key of this run, or a typed one that is stored for the tab. */
  const stored = () => {
    try {
      return sessionStorage.getItem(keyName)
    } catch {
      return null
    }
  }
  let key = stored() ?? main.dataset.key ?? null
  const keep = (value) => {
    key = value
    try {
      if (value === null) sessionStorage.removeItem(keyName)
      else sessionStorage.setItem(keyName, value)
    } catch {
      /* Without storage, the key lasts as long as the page. */
    }
    for (const refresh of refreshers) refresh()
  }

  const dialog = document.querySelector('[data-ask]')
  const keyInput = dialog.querySelector('input')
  let afterKey = null
  const askKey = (next) => {
    afterKey = next
    keyInput.value = ''
    dialog.showModal()
    keyInput.focus()
  }
  dialog.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault()
    const value = keyInput.value.trim()
    dialog.close()
    keep(value)
    afterKey?.()
  })
  dialog.querySelector('[data-cancel]').addEventListener('click', () => dialog.close())

  const refreshers = []
  const place = document.querySelector('[data-key-place]')
  refreshers.push(() => {
    const own = key !== null && key === main.dataset.key
    const text = own ? 'Calls from this page use the key of this run. ' : 'Calls from this page use the key you gave. '
    place.hidden = false
    place.replaceChildren(key === null ? 'Calls from this page ask for your key first. ' : text)
    place.append(button(key === null ? 'Enter a key' : 'Use another key', () => askKey(null)))
    if (key !== null && !own)
      place.append(
        ' ',
        button('Forget it', () => keep(main.dataset.key ?? null))
      )
  })

  /* JSON with its parts marked as on the rest of the page; an address of this server becomes a link. */
  const writeJson = (value, into, indent = '\n') => {
    const inner = `${indent}  `
    if (Array.isArray(value)) {
      into.append('[')
      for (const [index, item] of value.entries()) {
        into.append(index === 0 ? inner : `,${inner}`)
        writeJson(item, into, inner)
      }
      into.append(value.length === 0 ? ']' : `${indent}]`)
    } else if (value !== null && typeof value === 'object') {
      const entries = Object.entries(value)
      into.append('{')
      for (const [index, [name, member]] of entries.entries()) {
        into.append(index === 0 ? inner : `,${inner}`, element('b', {}, JSON.stringify(name)), ': ')
        const isDoc = name === 'doc_url' && typeof member === 'string' && /^\/docs\/[\w/]+$/.test(member)
        if (isDoc) into.append(element('q', {}, '"', element('a', { href: member }, member), '"'))
        else writeJson(member, into, inner)
      }
      into.append(entries.length === 0 ? '}' : `${indent}}`)
    } else {
      into.append(element(typeof value === 'string' ? 'q' : 'var', {}, JSON.stringify(value)))
    }
  }

  const size = (bytes) => (bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KiB`)
  const spoken = element('p', { class: 'unseen', role: 'status' })
  document.body.append(spoken)

  const enhance = (section) => {
    const { path, pagination, query } = section.dataset
    const title = section.querySelector('h3').textContent
    const form = element('form', {
      id: `try-${section.id}`,
      class: 'try',
      novalidate: '',
      'aria-label': `Try: ${title}`
    })
    const head = section.querySelector('.parameters thead th:last-child')
    if (head) head.textContent = 'Value'

    const fields = [...section.querySelectorAll('.parameters tbody tr')].map((row) => {
      const { name, value, values, variable } = row.dataset
      const cell = row.querySelector('[data-label="Example"]')
      const header = row.querySelector('th')
      header.id = `${section.id}.${name}`
      const about = { 'aria-labelledby': header.id, form: form.id, name, autocomplete: 'off', class: 'field' }
      let input
      if (values === undefined) {
        const placeholder = cell.textContent
        input = element('input', { type: 'text', spellcheck: 'false', autocapitalize: 'none', placeholder, ...about })
      } else {
        input = element('select', about)
        for (const one of ['', ...values.split(' ')]) input.append(element('option', { value: one }, one || 'not sent'))
      }
      input.value = value
      const problem = element('p', { class: 'problem', id: `${header.id}-problem`, hidden: '' })
      cell.dataset.label = 'Value'
      cell.replaceChildren(input, problem)
      const complain = (reason) => {
        problem.textContent = reason ?? ''
        problem.hidden = reason === null
        if (reason === null) {
          input.removeAttribute('aria-invalid')
          input.removeAttribute('aria-describedby')
        } else {
          input.setAttribute('aria-invalid', 'true')
          input.setAttribute('aria-describedby', problem.id)
        }
      }
      const isNumber = row.dataset.number !== undefined
      return { name, input, initial: value, inPath: row.dataset.in === 'path', variable, isNumber, complain }
    })

    const request = section.querySelector('[data-request] > .code')
    request.id = `${section.id}-request`
    const requestCode = request.querySelector('code')
    const answer = section.querySelector('[data-answer]')
    const heading = answer.querySelector('h4')
    const answerCode = answer.querySelector('pre code')
    const original = { heading: [...heading.childNodes], code: [...answerCode.childNodes] }
    const extra = element('div', { class: 'more' })
    answer.querySelector('.code').before(extra)
    const headers = element('dl', { class: 'headers' })
    answer.append(headers)

    const target = () => {
      let address = path
      const query = []
      for (const { name, input, inPath } of fields) {
        const encoded = encodeURIComponent(input.value.toWellFormed())
        if (inPath) address = address.replace(`{${name}}`, encoded === '' ? `{${name}}` : encoded)
        else if (encoded !== '') query.push(`${name}=${encoded}`)
      }
      return query.length === 0 ? address : `${address}?${query.join('&')}`
    }
    /* Variables of the query from the typed values. The server reports invalid numbers. */
    const variables = () =>
      Object.fromEntries(
        fields
          .filter(({ variable, input }) => variable !== undefined && input.value !== '')
          .map(({ variable, input, isNumber }) => [variable, isNumber ? Number(input.value) : input.value])
      )
    const refresh = snippetTabs.add(request, `Request as: ${title}`, (snippet) => {
      const url = main.dataset.base + target()
      requestCode.textContent = snippet({ url, key: key ?? 'YOUR_KEY', query, variables: variables() })
    })
    refreshers.push(refresh)

    const send = element('button', { class: 'button main' }, 'Send')
    const reset = button('Reset', () => {
      running?.abort()
      for (const { input, initial, complain } of fields) {
        input.value = initial
        complain(null)
      }
      heading.replaceChildren(...original.heading)
      answerCode.replaceChildren(...original.code)
      extra.replaceChildren()
      headers.replaceChildren()
      next.hidden = true
      reset.hidden = true
      refresh()
      fields[0]?.input.focus()
    })
    let following = null
    const next = button('Next page', () => {
      const field = fields.find(({ name }) => name === following.name)
      field.input.value = following.value
      refresh()
      call()
    })
    reset.hidden = true
    next.hidden = true
    form.append(send, next, reset)
    section.querySelector('.parameters').after(form)

    const show = (status, failed, rest) =>
      heading.replaceChildren('Answer, ', element('span', { class: failed ? 'status failed' : 'status' }, status), rest)

    /* The parameter for the next page, for each of the three kinds of pagination. */
    const nextPage = ({ pagination: page }) => {
      if (page === null || typeof page !== 'object' || page.has_more === false) return null
      if (pagination === 'cursor' && page.cursor) return { name: 'cursor', value: page.cursor }
      if (pagination === 'max_time') return { name: 'max_time', value: String(page.next_max_time) }
      return pagination === 'page' ? { name: 'page', value: String(page.page + 1) } : null
    }

    const explain = (error) => {
      extra.replaceChildren()
      if (!error) return
      const link = element('a', { href: error.details?.doc_url ?? '/docs/errors' }, `About ${error.code}`)
      extra.append(element('p', { class: 'explained' }, `${error.message} `, link))
      if (error.code === 'UNAUTHORIZED')
        extra.firstChild.append(
          ' ',
          button('Use another key', () => askKey(call))
        )
      const field = fields.find(({ name }) => name === error.details?.param)
      field?.complain(error.details.reason)
    }

    const tellIgnored = (names) => {
      if (names === null) return
      const told = element('code', {}, decodeURIComponent(names))
      extra.append(element('p', { class: 'explained' }, 'Sent, but nothing this operation takes: ', told))
    }

    let running = null
    const call = async () => {
      for (const field of fields) field.complain(null)
      const missing = fields.find(({ inPath, input }) => inPath && input.value === '')
      if (missing !== undefined) {
        missing.complain('is part of the path; give a value')
        missing.input.focus()
        return
      }
      if (key === null) {
        askKey(call)
        return
      }
      running?.abort()
      const controller = new AbortController()
      running = controller
      const timer = setTimeout(() => controller.abort('slow'), timeoutMs)
      form.setAttribute('aria-busy', 'true')
      send.textContent = 'Sending…'
      const began = performance.now()
      try {
        const response = await fetch(target(), {
          headers: { 'x-gateway-key': key },
          signal: controller.signal,
          redirect: 'error',
          credentials: 'omit'
        })
        const text = await response.text()
        const ms = Math.round(performance.now() - began)
        const status = `${response.status} ${response.statusText}`.trim()
        const facts = `${ms} ms, ${size(new Blob([text]).size)}`
        show(status, !response.ok, ` in ${facts}`)
        spoken.textContent = `${title}: ${status} in ${facts}`
        answerCode.replaceChildren()
        headers.replaceChildren()
        for (const name of shownHeaders) {
          const value = response.headers.get(name)
          if (value !== null) headers.append(element('dt', {}, name), element('dd', {}, value))
        }
        let body = null
        try {
          body = JSON.parse(text)
        } catch {
          answerCode.textContent = text
        }
        if (body !== null) writeJson(body, answerCode)
        explain(body?.error)
        tellIgnored(response.headers.get('x-ignored-parameters'))
        following = body === null ? null : nextPage(body)
        next.hidden = following === null
        answer.querySelector('pre').scrollTop = 0
      } catch {
        if (running !== controller) return
        const isSlow = controller.signal.aborted && controller.signal.reason === 'slow'
        if (controller.signal.aborted && !isSlow) return
        show(isSlow ? 'none in time' : 'none', true, '')
        const what = isSlow
          ? `Nothing came back in ${timeoutMs / 1000} seconds.`
          : 'The request did not get through. Is the server still running, and is its key still the one of this page?'
        spoken.textContent = what
        extra.replaceChildren(element('p', { class: 'explained' }, what))
        headers.replaceChildren()
        answerCode.textContent = ''
        next.hidden = true
      } finally {
        clearTimeout(timer)
        if (running === controller) {
          running = null
          form.removeAttribute('aria-busy')
          send.textContent = 'Send'
          reset.hidden = false
        }
      }
    }

    form.addEventListener('submit', (event) => {
      event.preventDefault()
      call()
    })
    for (const { input, complain } of fields) {
      input.addEventListener('input', () => {
        complain(null)
        reset.hidden = false
        refresh()
      })
    }
    /* The browser may restore typed values. */
    refresh()
  }

  for (const section of document.querySelectorAll('.operation[data-path]')) enhance(section)
  for (const refresh of refreshers) refresh()
}
