import { readFileSync } from 'node:fs'

/** Styles of all pages but the explorer: colors, type, header and footer. */
export const frameStyles: string = ['tokens', 'frame', 'header']
  .map((name) => readFileSync(new URL(`./styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')
