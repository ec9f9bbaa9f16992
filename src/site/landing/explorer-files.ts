import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Route } from '../../http/route.ts'
import type { Route as View } from '../../views/route.ts'
import { lastingRoute, scriptType, shortHash, styleType } from '../frame/asset.ts'
import { once } from '../frame/cached.ts'

const project = new URL('../../../', import.meta.url)
const folder = new URL('built/explorer/', project)

/** Builds the explorer in a checkout, where its sources have changed. A package has it built, and no sources of it. */
export const buildExplorer = async (): Promise<void> => {
  const builder = new URL('packages/build-explorer.ts', project)
  if (existsSync(builder)) await (await import(builder.href)).buildExplorer()
}

const files = once(() =>
  readdirSync(folder)
    .filter((name) => /\.(js|css)$/.test(name))
    .sort()
    .map((name) => ({ name, content: readFileSync(new URL(name, folder)) }))
)

/** The address of one of the explorer's files. Scripts import each other by relative names, so one hash covers all of them. */
const addressOf = (name: string): string => `${base()}/${name}`
const base = once(() => `/explorer/${shortHash(files().flatMap(({ name, content }) => [name, content]))}`)

/** Addresses of what each view needs. */
export const explorerFiles = {
  script: () => addressOf('explorer.js'),
  styles: () => addressOf('explorer.css')
} as const

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

export const partsOf = ({ view }: View): readonly string[] => (parts[view] ?? []).map((name) => addressOf(`${name}.js`))

export const explorerRoutes = (): Route[] =>
  files().map(({ name, content }) =>
    lastingRoute(addressOf(name), name.endsWith('.js') ? scriptType : styleType, content)
  )
