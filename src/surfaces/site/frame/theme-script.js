/*
 * Sets the light or dark theme before the first paint: the one chosen on any page of this server, or else that of the system. A button of
 * `[data-theme-switch]` chooses the other one; style sheets use `data-theme` of the root, scripts the document's event `themechange`.
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
    /* Without storage, pages use the theme of the system. */
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
      /* Without storage, the choice applies only to this page. */
    }
  })
}
