import { useEffect, useRef } from 'preact/hooks'
import { ThemeIcon } from './icons.tsx'

const isDark = () => {
  const { theme } = document.documentElement.dataset
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}

/** Switches between light and dark on all pages of this server. The script in the page's head does the switching and sets the label. */
export const ThemeSwitch = () => {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.setAttribute('aria-pressed', String(isDark())), [])
  return (
    <button ref={button} type="button" class="theme" data-theme-switch aria-label="Dark colours">
      <ThemeIcon />
    </button>
  )
}
