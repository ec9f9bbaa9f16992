/*
 * Light or dark, before anything is painted: what was chosen on any page of this server, else what the system has. A button of
 * `[data-theme-switch]` chooses the other one; style sheets follow `data-theme` of the root, scripts the document's event `themechange`.
 */
{
  const name = 'clipgraph-theme'
  const root = document.documentElement
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

  const show = (theme) => {
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    else delete root.dataset.theme
  }
  const shown = () => root.dataset.theme ?? (systemIsDark.matches ? 'dark' : 'light')
  const announce = () => {
    for (const button of document.querySelectorAll('[data-theme-switch]')) {
      button.hidden = false
      button.setAttribute('aria-pressed', String(shown() === 'dark'))
    }
    document.dispatchEvent(new Event('themechange'))
  }

  try {
    show(localStorage.getItem(name))
  } catch {
    /* Where nothing may be stored, pages look like the system. */
  }
  document.addEventListener('DOMContentLoaded', announce)
  systemIsDark.addEventListener('change', announce)
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== name) return
    show(newValue)
    announce()
  })
  document.addEventListener('click', ({ target }) => {
    if (!target.closest?.('[data-theme-switch]')) return
    const theme = shown() === 'dark' ? 'light' : 'dark'
    show(theme)
    announce()
    try {
      localStorage.setItem(name, theme)
    } catch {
      /* It holds for this page, then. */
    }
  })
}
