import { readdirSync, readFileSync } from 'node:fs'
import type { Route } from '../../http/route.ts'
import type { Route as View } from '../../views/route.ts'
import { lastingRoute, scriptType, shortHash, styleType } from '../frame/asset.ts'

const folder = new URL('./explorer/', import.meta.url)

/** The explorer as `npm run generate` built it: nothing is built to serve it. */
const files = readdirSync(folder)
  .filter((name) => /\.(js|css)$/.test(name))
  .sort()
  .map((name) => ({ name, content: readFileSync(new URL(name, folder)) }))

// Scripts load each other by names beside their own: one hash stands for all of them.
const base = `/explorer/${shortHash(files.flatMap(({ name, content }) => [name, content]))}`

/** Where the explorer's files are. */
export const explorerFiles = { script: `${base}/explorer.js`, styles: `${base}/explorer.css` } as const

/** Parts that a view is made of beside the script: loaded with it, as each that asks for the next would wait for another round trip. */
const parts: Readonly<Partial<Record<View['view'], readonly string[]>>> = {
  compare: ['compare', 'charts', 'rhythm-grid'],
  report: ['report', 'charts', 'rhythm-grid'],
  shortlist: ['shortlist']
}

export const partsOf = ({ view }: View): readonly string[] => (parts[view] ?? []).map((name) => `${base}/${name}.js`)

export const explorerRoutes: readonly Route[] = files.map(({ name, content }) =>
  lastingRoute(`${base}/${name}`, name.endsWith('.js') ? scriptType : styleType, content)
)
