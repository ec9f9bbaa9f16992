import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/** From the bottom up: what a folder or file may import stands in its own line or in one above it. */
const layers = [
  'core/',
  'records/',
  'engines/scorecard/',
  'engines/search/',
  'engines/history/',
  'engines/filters/',
  'engines/columnar/',
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
  'ingest/migrations/',
  'ingest/seed/',
  'ingest/',
  'cache/',
  'services/',
  'surfaces/http/',
  'surfaces/rest/',
  'surfaces/graphql/schema/',
  'surfaces/graphql/query/',
  'surfaces/graphql/http/',
  'surfaces/site/',
  'surfaces/mcp/',
  'host/limits/',
  'host/telemetry/',
  'host/handler/',
  'host/server/',
  'host/',
  'commands/'
]

/** What runs elsewhere: nothing of the server is in it but facts, files without imports of their own, and the server has nothing of it. */
const apart = ['surfaces/client/', 'surfaces/explorer/']

/** What the explorer and the server that writes its page must say alike: addresses, titles, numbers. It runs anywhere. */
const alike = 'surfaces/views/'

/** The folders of `src` in the order of a request: nothing else stands there. */
const rooms = ['commands', 'host', 'surfaces', 'services', 'cache', 'store', 'ingest', 'engines', 'records', 'core']

const src = join(import.meta.dirname, '../src')
const places = [alike, ...layers, ...apart]
const placeOf = (file: string) =>
  places.find((place) => file === place || (place.endsWith('/') && file.startsWith(place)))

/** Static and dynamic imports, those of types included, of each file under `src`. */
const imports = new Map(
  globSync('**/*.{js,ts,tsx}', { cwd: src }).map((file) => {
    const text = readFileSync(join(src, file), 'utf8')
    const found = text.matchAll(/(?:^|\W)(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g)
    const paths = [...found].map(([, path = '']) => normalize(join(dirname(file), path)))
    return [file, paths.filter((path) => !path.startsWith('..'))] as const
  })
)

describe('the folders of src', () => {
  test('are ten, and all in the table', () => {
    expect(readdirSync(src).sort()).toEqual(rooms.toSorted())
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
          if (to === alike && from === 'surfaces/explorer/') return false
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
