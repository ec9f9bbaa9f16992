/*
 * Filters the schema reference. A type stays when its name or description has every word that was typed, and then whole; else
 * its fields that have them stay.
 */
{
  const form = document.querySelector('[data-filter]')
  const input = form.querySelector('input')
  const said = form.querySelector('output')
  const empty = document.querySelector('[data-nothing]')
  const fold = (text) => text.toLowerCase().replace(/\s+/g, ' ')
  const groups = [...document.querySelectorAll('[data-group]')].map((element) => ({
    element,
    link: document.querySelector(`.toc a[href="#${element.id}"]`),
    types: [...element.querySelectorAll('[data-type]')].map((type) => ({
      element: type,
      link: document.querySelector(`.toc a[href="#${type.id}"]`)?.parentElement,
      text: fold(type.querySelector('[data-about]').textContent),
      rows: [...type.querySelectorAll('tbody tr')].map((row) => ({
        element: row,
        text: fold(`${type.dataset.type}.${row.textContent}`)
      }))
    }))
  }))

  const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

  const apply = () => {
    const words = fold(input.value).split(' ').filter(Boolean)
    const has = ({ text }) => words.every((word) => text.includes(word))
    let types = 0
    let fields = 0
    for (const group of groups) {
      let shownInGroup = 0
      for (const type of group.types) {
        const whole = has(type)
        let shown = 0
        for (const row of type.rows) {
          row.element.hidden = !(whole || has(row))
          if (!row.element.hidden) shown += 1
        }
        type.element.hidden = !whole && shown === 0
        if (type.link) type.link.hidden = type.element.hidden
        if (type.element.hidden) continue
        shownInGroup += 1
        fields += shown
      }
      group.element.hidden = shownInGroup === 0
      if (group.link) group.link.parentElement.hidden = shownInGroup === 0
      types += shownInGroup
    }
    empty.hidden = types > 0
    empty.querySelector('q').textContent = input.value.trim()
    said.textContent = words.length === 0 ? '' : `${plural(types, 'type')}, ${plural(fields, 'field')}`
    const address = new URL(location.href)
    if (words.length === 0) address.searchParams.delete('q')
    else address.searchParams.set('q', input.value.trim())
    if (address.href !== location.href) history.replaceState(null, '', address)
  }

  const clear = () => {
    input.value = ''
    apply()
  }

  /* A link to what is filtered out shows it. */
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (target?.closest('[hidden]')) {
      clear()
      target.scrollIntoView()
    }
  }

  form.hidden = false
  input.addEventListener('input', apply)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') clear()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  empty.querySelector('button').addEventListener('click', () => {
    clear()
    input.focus()
  })
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.closest('input, select, textarea')
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
    input.select()
  })
  window.addEventListener('hashchange', reveal)
  input.value = new URLSearchParams(location.search).get('q') ?? ''
  if (input.value !== '') apply()
  if (location.hash !== '') reveal()
}
