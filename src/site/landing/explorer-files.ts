import { readdirSync, readFileSync } from 'node:fs'
import type { Route } from '../../http/route.ts'
import type { Route as View } from '../../views/route.ts'
import { lastingRoute, scriptType, shortHash, styleType } from '../frame/asset.ts'

const folder = new URL('./explorer/', import.meta.url)

/** The explorer as built by `npm run generate`. */
const files = readdirSync(folder)
  .filter((name) => /\.(js|css)$/.test(name))
  .sort()
  .map((name) => ({ name, content: readFileSync(new URL(name, folder)) }))

// Scripts import each other by relative names, so one hash covers all of them.
const base = `/explorer/${shortHash(files.flatMap(({ name, content }) => [name, content]))}`

/** Addresses of the explorer's files. */
export const explorerFiles = { script: `${base}/explorer.js`, styles: `${base}/explorer.css` } as const

/** Scripts preloaded with a view; otherwise each would cost another round trip. */
const parts: Readonly<Partial<Record<View['view'], readonly string[]>>> = {
  compare: ['compare', 'charts', 'creator-columns', 'use-order'],
  creator: ['charts', 'creator-charts'],
  sound: ['charts', 'use-over-time'],
  hashtag: ['charts', 'use-over-time'],
  find: ['find', 'creator-columns'],
  list: ['list', 'creator-columns', 'use-order'],
  lists: ['list'],
  trending: ['trending']
}

export const partsOf = ({ view }: View): readonly string[] => (parts[view] ?? []).map((name) => `${base}/${name}.js`)

export const explorerRoutes: readonly Route[] = files.map(({ name, content }) =>
  lastingRoute(`${base}/${name}`, name.endsWith('.js') ? scriptType : styleType, content)
)
