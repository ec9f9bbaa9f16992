import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from './checkout.ts'
import { exampleFolder } from './example.ts'
import { exampleOperations } from './example-operations.ts'
import { isLeftOut } from './ignored-terms.ts'
import { startServer, type TestServer } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')
const guide = read('src/surfaces/site/docs/guides/generate-types.md')
const scalars: Record<string, string> = JSON.parse(read('schema/scalars.json'))

type Step = { path: string; text: string } | { commands: readonly string[] }

/** What a section of the guide has a reader do, in its order: files to write and commands to run. */
const stepsOf = (title: string): Step[] => {
  const section = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  return [...section.matchAll(/(?:In `([^`]+)`:\n\n)?```(\w+)\n([\s\S]*?)```/g)].flatMap(
    ([, path, language, text = '']): Step[] => {
      if (path !== undefined) return [{ path, text }]
      return language === 'sh' ? [{ commands: text.trim().split('\n') }] : []
    }
  )
}

const isInstalled = existsSync(join(exampleFolder, 'node_modules/@graphql-codegen/cli'))
const haveNone = isLeftOut(isInstalled, 'code generators; install them: node packages/install.ts examples')

let server: TestServer
const root = mkdtempSync(join(tmpdir(), 'clipgraph-types-'))
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.close()
  rmSync(root, { recursive: true, force: true })
})

/** `true` for a type with `unknown` or `any` anywhere in it. Filters hold filters without end, so it looks so many levels deep. */
const loose = `
type Loose<T, Level extends 0[] = []> = unknown extends T ? true : Level['length'] extends 15 ? false
  : T extends readonly (infer E)[] ? Loose<E, [...Level, 0]>
  : T extends object ? { [K in keyof T]-?: Loose<T[K], [...Level, 0]> }[keyof T] : false
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
`
/** Must compile for the data of the guide's query. */
const expectations = `
type OrNull<T, B> = null extends T ? Same<NonNullable<T>, B> : false
const isString: OrNull<NonNullable<Data['user']>['displayName'], string> = true
const isNumber: OrNull<NonNullable<Data['user']>['followersCount'], number> = true
type Node = NonNullable<NonNullable<NonNullable<Data['user']>['posts']>['nodes']>[number]
const isTime: Same<Node['createdAt'], string> = true
const isCount: OrNull<Node['plays'], number> = true
const isPlain: Loose<Data> = false
export { isCount, isNumber, isPlain, isString, isTime }
`

type Generator = {
  /** The section of the guide. */
  title: string
  form: 'strict' | 'semantic'
  /** Types that stand for the generator's result, checked beside it. */
  check: string
  /** More operations for the generator, as a file. */
  more: { path: string; text: string } | null
}

/** The example operations in the form that both generators find, each with a name of its own. */
const operationsFrom = (module: string) => ({
  path: 'src/operations.ts',
  text: `import { graphql } from '${module}'\nexport const operations = {\n${exampleOperations
    .map(({ query }, index) => `  o${index}: graphql(\`${query.replace(/^query \w+/m, `query Operation${index}`)}\`)`)
    .join(',\n')}\n}\n`
})

const generators: readonly Generator[] = [
  {
    title: 'graphql-codegen',
    form: 'strict',
    more: operationsFrom('./gql'),
    check: `import type { ResultOf, TypedDocumentNode, VariablesOf } from '@graphql-typed-document-node/core'
      import type { creator } from './creator'
      import type * as generated from './gql/graphql'
      type Documents = { [K in keyof typeof generated]: (typeof generated)[K] extends TypedDocumentNode<infer R, infer V> ? Loose<R> | Loose<V> : never }
      const arePlain: Documents[keyof Documents] = false
      type Data = ResultOf<typeof creator>
      const variable: Same<VariablesOf<typeof creator>['username'], string> = true
      export { arePlain, variable }`
  },
  {
    title: 'gql.tada',
    form: 'strict',
    more: operationsFrom('./graphql'),
    check: `import type { ResultOf, VariablesOf } from 'gql.tada'
      import type { creator } from './creator'
      import type { operations } from './operations'
      type Documents = { [K in keyof typeof operations]: Loose<ResultOf<(typeof operations)[K]>> | Loose<VariablesOf<(typeof operations)[K]>> }
      const arePlain: Documents[keyof Documents] = false
      type Data = ResultOf<typeof creator>
      const variable: Same<VariablesOf<typeof creator>['username'], string> = true
      export { arePlain, variable }`
  },
  {
    title: 'Relay',
    form: 'semantic',
    more: null,
    check: `import type { creatorQuery$data } from './__generated__/creatorQuery.graphql'
      type Data = creatorQuery$data`
  }
]

const compilerOptions = {
  target: 'esnext',
  lib: ['esnext', 'dom'],
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: []
}

describe.skipIf(haveNone)('the guide “Generate types”', () => {
  const pinned: Record<string, string> = (() => {
    const { dependencies, devDependencies } = JSON.parse(read('examples/package.json'))
    return { ...dependencies, ...devDependencies }
  })()

  test('has the generators installed', () => {
    expect(isInstalled, 'run: node packages/install.ts examples').toBe(true)
  })

  test.each(generators)(
    '$title: its commands work, and what is generated is neither unknown nor any',
    async (generator) => {
      const { title, form, check, more } = generator
      const folder = join(root, title)
      const write = (path: string, text: string) => {
        mkdirSync(dirname(join(folder, path)), { recursive: true })
        writeFileSync(join(folder, path), text)
      }
      write('package.json', JSON.stringify({ private: true, type: 'module' }))
      symlinkSync(join(exampleFolder, 'node_modules'), join(folder, 'node_modules'))
      if (more !== null) write(more.path, more.text)
      for (const step of stepsOf(title)) {
        if ('path' in step) {
          write(step.path, step.text)
          continue
        }
        for (const command of step.commands) {
          if (command.startsWith('npm install')) {
            const packages = command.split(' ').filter((word) => !/^(npm|install|--save-dev)$/.test(word))
            for (const named of packages) {
              const [, name = '', major = ''] = /^(.+?)(?:@(\d+))?$/.exec(named) ?? []
              expect(pinned[name], named).toMatch(new RegExp(`^${major}`))
            }
            continue
          }
          const { code, stdout, stderr } = await run(command.replace('http://127.0.0.1:4000', server.url), folder)
          expect(code, `${command}\n${stdout}${stderr}`).toBe(0)
        }
      }
      expect(readFileSync(join(folder, 'schema.graphql'), 'utf8')).toBe(
        read(form === 'strict' ? 'schema/schema.strict.graphql' : 'schema/schema.graphql')
      )
      write('src/check.ts', check + loose + expectations)
      write('tsconfig.check.json', JSON.stringify({ compilerOptions, include: ['src'] }))
      const { code, stdout } = await run(`${join(project, 'node_modules/.bin/tsc')} -p tsconfig.check.json`, folder)
      expect(code, stdout).toBe(0)
    }
  )

  test('gives every generator the scalars that are published', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` \| (\w+) \|$/gm)].map(([, name, type]) => [name, type])
    expect(Object.fromEntries(rows)).toEqual(scalars)
    const given = [...guide.matchAll(/(?:scalars|"customScalarTypes"): \{ (.+) \}/g)].map(([, pairs = '']) =>
      Object.fromEntries(pairs.split(/[,;] /).map((pair) => pair.replaceAll(/['"]/g, '').split(': ')))
    )
    const { ID: _, ...own } = scalars
    // Relay has a type for ids.
    expect(given).toEqual([scalars, scalars, own])
    expect(JSON.parse(read('examples/relay.config.json')).customScalarTypes).toEqual(own)
  })
})
