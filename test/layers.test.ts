import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { run } from './checkout.ts'

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
  'ingest/removal/',
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

/** What other rooms may import of a room: these files, and no other. The tests of the room itself may import what they try. */
const doors: Readonly<Record<string, string>> = {
  'commands/': '',
  'host/':
    'app backend backend-options limits/point-windows live-source mount server/life-cycle telemetry/worker-metrics',
  'surfaces/graphql/':
    'http/refusal http/route query/answer query/cost query/document-finder query/errors query/limits query/persisted-documents schema/cost-hints schema/default-value schema/federation schema/global-ids schema/host-schema schema/nullabilities schema/nullability schema/schema',
  'surfaces/rest/': 'address envelope example-values openapi openapi/schemas operations routes tables',
  'surfaces/mcp/': 'refusal route stdio',
  'surfaces/site/':
    'contract-routes docs/guides graphiql/graphiql landing/explorer-files media/media refused-page site',
  'surfaces/explorer/': '',
  'surfaces/client/': '',
  'cache/': 'cache cached-texts entry reads redis-calls redis-client shared-store',
  'ingest/seed/': 'calendar random seed',
  'ingest/formats/': 'formats',
  'ingest/columns/': 'column-statements group-rows refresh-columns',
  'ingest/index/': 'build-index index-statements refresh-limits refresh-search suggestion-builder table-index-store',
  'ingest/migrations/': 'migrate steps',
  'ingest/sqlite/': 'dataset-writer derived-refresh import-session opening replacing table-rows',
  'ingest/postgres/': 'copy copy-to-file derived-refresh import-session replacing writing',
  'store/source/': 'budget call-file live-source operations read-table reader supports table tables/built-in',
  'store/upstream/': 'calls faults feeds fill-page paging retries transport upstream walk',
  'store/history/': 'history-file recorder recording-source',
  'store/sqlite/': 'backup data-file file-faults import-lock row-statements snapshot sqlite',
  'store/postgres/':
    'client database faults import-lock migrate postgres row-statements schema snapshot values version',
  'engines/columnar/':
    'cached-chunks chunks column-store decoded-chunks find-rows rising scan-turns summarize summarize-users',
  'engines/filters/': 'conditions engagement-rate fields filters histogram query read-filter read-values write-filter',
  'engines/history/': 'encoding growth observed-count published samples series steps timeline-steps',
  'engines/scorecard/': 'scorecard',
  'engines/search/':
    'caption-print containing creators documents engine growable-arrays ignored-terms index-store keys lists name-matches numbers phrases prefixes ranking rankings read-blocks refresh spelling store suggest suggestion-keys suggestion-matches vocabulary words'
}

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

  test('are entered by their doors', () => {
    const used = new Map(Object.keys(doors).map((room) => [room, new Set<string>()]))
    for (const [file, paths] of imports) {
      for (const path of paths) {
        for (const [room, files] of used) {
          if (path.startsWith(room) && !file.startsWith(room)) files.add(path.slice(room.length).replace(/\.ts$/, ''))
        }
      }
    }
    const listed = Object.fromEntries([...used].map(([room, files]) => [room, [...files].sort().join(' ')]))
    expect(listed).toEqual(doors)
  })
})

describe('the README of a room', () => {
  const readmes = globSync('**/README.md', { cwd: src, exclude: ['**/node_modules/**'] })

  test('stands where somebody may want to read one room alone', () => {
    const engines = readdirSync(join(src, 'engines')).map((name) => `engines/${name}/README.md`)
    expect(readmes.toSorted()).toEqual([...engines, 'ingest/seed/README.md', 'surfaces/explorer/README.md'].sort())
  })

  test.each(readmes)('%s is a page whose files exist and whose commands run', async (readme) => {
    const folder = dirname(join(src, readme))
    const text = readFileSync(join(src, readme), 'utf8')
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(150)
    expect(text).toMatch(/^Tests: /m)
    const files = [...text.matchAll(/`([\w./-]+\.\w+)`/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThan(0)
    const project = join(src, '..')
    const roots = [folder, project, join(project, 'test/browser')]
    expect(files.filter((path) => !roots.some((root) => existsSync(join(root, path))))).toEqual([])
    for (const [, command = ''] of text.matchAll(/^npx (node -e ".*")$/gm)) {
      const { code, stdout, stderr } = await run(`node_modules/.bin/${command}`, project)
      expect(stderr).toBe('')
      expect(code).toBe(0)
      expect(stdout).not.toBe('')
    }
  })
})
