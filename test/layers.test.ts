import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/** From the bottom up: what a folder or file may import stands in its own line or in one above it. */
const layers = [
  'core/',
  'views/',
  'config/',
  'config.ts',
  'records/',
  'scorecard/',
  'search/',
  'history/',
  'filters/',
  'columnar/',
  'store/',
  'ingest/input/',
  'ingest/mapping/',
  'ingest/formats/',
  'ingest/tables/',
  'ingest/samples/',
  'ingest/stale/',
  'ingest/merge/',
  'ingest/index/',
  'ingest/scores/',
  'ingest/columns/',
  'ingest/derived/',
  'ingest/sqlite/',
  'ingest/postgres/',
  'ingest/',
  'seed/',
  'cache/',
  'limits/',
  'services/',
  'http/',
  'telemetry/',
  'rest/',
  'graphql/schema/',
  'graphql/query/',
  'graphql/http/',
  'site/',
  'mcp/',
  'handler/',
  'server/',
  'export/',
  'backend.ts',
  'surfaces.ts',
  'options.ts',
  'mount.ts',
  'app.ts',
  'commands/',
  'clipgraph.ts',
  'main.js'
]

/** What runs elsewhere: nothing of the server is in it but facts, files without imports of their own, and the server has nothing of it. */
const apart = ['client/', 'explorer/']

/** What the explorer and the server that writes its page must say alike: addresses, titles, numbers. It runs anywhere. */
const alike = 'views/'

const src = join(import.meta.dirname, '../src')
const places = [...layers, ...apart]
const placeOf = (file: string) =>
  places.find((place) => file === place || (place.endsWith('/') && file.startsWith(place)))

/** Static and dynamic imports, those of types included, of each file under `src`. */
const imports = new Map(
  globSync(['main.js', '**/*.{ts,tsx}'], { cwd: src }).map((file) => {
    const text = readFileSync(join(src, file), 'utf8')
    const found = text.matchAll(/(?:^|\W)(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)
    const paths = [...found].map(([, path = '']) => normalize(join(dirname(file), path)))
    return [file, paths.filter((path) => !path.startsWith('..'))] as const
  })
)

describe('the folders of src', () => {
  test('are all in the table', () => {
    expect([...imports.keys()].filter((file) => placeOf(file) === undefined)).toEqual([])
    expect(imports.size).toBeGreaterThan(150)
  })

  test('depend on what is below them only', () => {
    const upwards = [...imports].flatMap(([file, paths]) =>
      paths
        .filter((path) => {
          const [from = '', to = ''] = [placeOf(file), placeOf(path)]
          if (apart.includes(to)) return from !== to
          if (from === alike) return to !== alike
          if (to === alike && from === 'explorer/') return false
          if (apart.includes(from)) return from !== to && imports.get(path)?.length !== 0
          return places.indexOf(from) < places.indexOf(to)
        })
        .map((path) => `${file} imports ${path}`)
    )
    expect(upwards).toEqual([])
  })

  test('have no circle of files', () => {
    const done = new Set<string>()
    const walk = (file: string, way: readonly string[]): string[] => {
      if (way.includes(file)) return [[...way.slice(way.indexOf(file)), file].join(' → ')]
      if (done.has(file)) return []
      const circles = (imports.get(file) ?? []).flatMap((next) => walk(next, [...way, file]))
      done.add(file)
      return circles
    }
    expect([...imports.keys()].flatMap((file) => walk(file, []))).toEqual([])
  })
})
