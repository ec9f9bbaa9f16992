import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { CommandError } from '../../../core/errors.ts'
import type { HttpRoute } from '../../http/route.ts'
import type { Route as View } from '../../views/route.ts'
import { lastingRoute, scriptType, shortHash, styleType } from '../frame/asset.ts'
import { once } from '../frame/cached.ts'

const project = new URL('../../../../', import.meta.url)
const folder = new URL('built/explorer/', project)

/**
 * Builds the explorer in a checkout if its sources have changed. A package has only the built explorer. If it cannot be built, for example in a
 * read-only folder, the previous build is served, and `warn` receives the reason.
 */
export const buildExplorer = async (warn: (problem: string) => void): Promise<void> => {
  const builder = new URL('packages/build-explorer.ts', project)
  if (!existsSync(builder)) return
  try {
    await (await import(builder.href)).buildExplorer()
  } catch (error) {
    const problem = `the explorer cannot be built (${error instanceof Error ? error.message : error})`
    if (!existsSync(new URL('explorer.js', folder))) {
      throw new CommandError(`${problem}: run npm ci, and npm start once where the folder can be written to`, {
        cause: error
      })
    }
    warn(`${problem}: the one that was built before is served`)
  }
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

/** Addresses of the files that each view needs. */
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

export const explorerRoutes = (): HttpRoute[] =>
  files().map(({ name, content }) =>
    lastingRoute(addressOf(name), name.endsWith('.js') ? scriptType : styleType, content)
  )
