/** Two clips joined by an edge; inline, so that no page loads a file for it. */
export const logoSvg = (size: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><path d="M11 9L21 23" stroke="#f2b84b" stroke-width="3"/><rect x="2" y="2" width="11" height="17" rx="3" fill="#0f8f83"/><rect x="19" y="13" width="11" height="17" rx="3" fill="#e4576b"/><path d="M6 7.5v6l4.5-3Z" fill="#fff"/><path d="M23 18.5v6l4.5-3Z" fill="#fff"/></svg>`

/** Background colors in light and dark mode. */
export const brandColors = { light: '#ffffff', dark: '#0f1317' } as const

export const favicon: string = `data:image/svg+xml,${encodeURIComponent(logoSvg(32))}`
