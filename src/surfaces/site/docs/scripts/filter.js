/* Filters a page's entries. An entry stays whole if its text has every typed word; otherwise only its matching rows stay. */
{
  const form = document.querySelector('[data-filter]')
  const input = form.querySelector('input')
  const said = form.querySelector('output')
  const empty = document.querySelector('[data-nothing]')
  const others = document.querySelectorAll('[data-unless-filtered]')
  const fold = (text) => text.toLowerCase().replace(/\s+/g, ' ')
  const placeOf = (id) => document.querySelector(`.toc a[href="#${id}"]`)?.parentElement
  const groups = [...document.querySelectorAll('[data-group]')].map((element) => ({
    element,
    place: placeOf(element.dataset.group),
    entries: [...element.querySelectorAll('[data-entry]')].map((entry) => ({
      element: entry,
      kind: entry.dataset.entry,
      place: placeOf(entry.id),
      folded: entry.querySelector(':scope > details'),
      text: fold([...entry.querySelectorAll('[data-about]')].map(({ textContent }) => textContent).join(' ')),
      rows: [...entry.querySelectorAll('[data-rows] tbody tr')].map((row) => ({
        element: row,
        text: fold(`${entry.id.replace('record-', '')}.${row.textContent}`)
      }))
    }))
  }))

  const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

  const apply = () => {
    const words = fold(input.value).split(' ').filter(Boolean)
    const has = ({ text }) => words.every((word) => text.includes(word))
    const counts = new Map()
    let fields = 0
    for (const group of groups) {
      let shownInGroup = 0
      for (const entry of group.entries) {
        const whole = has(entry)
        let shown = 0
        for (const row of entry.rows) {
          row.element.hidden = !(whole || has(row))
          if (!row.element.hidden) shown += 1
        }
        entry.element.hidden = !whole && shown === 0
        if (entry.place) entry.place.hidden = entry.element.hidden
        if (entry.folded) entry.folded.open = words.length > 0 && !entry.element.hidden
        if (entry.element.hidden) continue
        shownInGroup += 1
        fields += shown
        counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1)
      }
      group.element.hidden = shownInGroup === 0
      if (group.place) group.place.hidden = shownInGroup === 0
    }
    for (const other of others) other.hidden = words.length > 0
    empty.hidden = counts.size > 0
    empty.querySelector('q').textContent = input.value.trim()
    const found = [...counts].map(([kind, count]) => plural(count, kind))
    said.textContent = words.length === 0 ? '' : [...found, ...(fields > 0 ? [plural(fields, 'field')] : [])].join(', ')
    const address = new URL(location.href)
    if (words.length === 0) address.searchParams.delete('q')
    else address.searchParams.set('q', input.value.trim())
    if (address.href !== location.href) history.replaceState(null, '', address)
  }

  const clear = () => {
    input.value = ''
    apply()
  }

  /* Shows the target of a link if it is filtered out or folded. */
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (target === null) return
    const folded = target.querySelector(':scope > details')
    const isOut = target.closest('[hidden]') !== null
    if (isOut) clear()
    if (folded !== null) folded.open = true
    if (isOut) target.scrollIntoView()
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
