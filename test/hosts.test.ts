import { cpSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printSchema } from 'graphql'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { graphOf } from '../src/surfaces/graphql/schema/federation.ts'
import { plainOf } from '../src/surfaces/graphql/schema/plain.ts'
import { run } from './checkout.ts'
import { isLeftOut } from './ignored-terms.ts'
import { installInHost, pack } from './packed.ts'
import { isThorough } from './thorough.ts'

const hosts = join(import.meta.dirname, 'hosts')
const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc')
const packed = await pack()
afterAll(packed.remove)

const posts = { nodes: [{ author: { username: 'maya.nguyen' } }, { author: { username: 'maya.nguyen' } }] }
const creator = { user: { username: 'maya.nguyen', posts } }

/** graphql-js refuses a schema from another copy for development: 16 unless NODE_ENV is production, 17 with this condition. */
const production = { mode: 'for production', env: { NODE_ENV: 'production', NODE_OPTIONS: '' } }
const development = { mode: 'for development', env: { NODE_ENV: '', NODE_OPTIONS: '--conditions=development' } }
const modes = [production, development]
/** In turn, unless the run is thorough. */
const modesOf = (place: number) => (isThorough ? modes : modes.slice(place % 2).slice(0, 1))

describe.each(
  await Promise.all(
    [
      { name: 'graphql-16', files: ['plain', 'express', 'fastify', 'apollo', 'mercurius', 'grafast'] },
      { name: 'graphql-17', files: ['plain', 'express', 'fastify'] }
    ].map(async (row) => {
      const folder = join(packed.folder, row.name)
      return { ...row, folder, installed: await installInHost(folder, join(hosts, row.name), packed.whole) }
    })
  )
)('in a host with $name', ({ name, files, folder, installed }) => {
  const why = /^npm error .+/m.exec(installed.stderr)?.[0]
  const hasNoHost = isLeftOut(installed.code === 0, `hosts with ${name}, as their packages cannot be had: ${why}`)
  for (const file of readdirSync(hosts).filter((file) => file.endsWith('.mjs')))
    cpSync(join(hosts, file), join(folder, file))
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

  const answers = async (file: string, env: Record<string, string>) => {
    const dataset = { DATA_URL: `sqlite:${inject('defaultDataset')}` }
    const { code, stdout, stderr } = await run(`${process.execPath} ${file}.mjs`, folder, { ...dataset, ...env })
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  const programs = files.flatMap((file, index) => modesOf(index).map((mode) => ({ file, ...mode })))

  test.skipIf(hasNoHost)('is installed without another graphql or Yoga', () => {
    expect(installed).toMatchObject({ code: 0, stderr: '' })
    const copies = globSync('node_modules/**/{graphql,graphql-yoga}/package.json', {
      cwd: join(folder, 'node_modules/clipgraph')
    })
    expect(copies).toEqual([])
  })

  test.skipIf(hasNoHost).each(programs)(
    'answers beside $file $mode, and gives it its schema',
    async ({ file, env }) => {
      expect(await answers(file, env)).toMatchObject({
        version: dependencies.graphql,
        own: { hello: 'own' },
        rest: 'maya.nguyen',
        mounted: creator,
        served: creator,
        failed: ['User nobody.at.all was not found.'],
        sdl: printSchema(plainOf(graphOf())),
        invalid: ['Cannot query field "nothing" on type "Query".']
      })
    }
  )

  test.skipIf(hasNoHost).each(modesOf(dependencies.graphql.startsWith('16') ? 0 : 1))(
    'takes plugins of the host $mode',
    async ({ env }) => {
      expect(await answers('plugins', env)).toEqual({
        version: dependencies.graphql,
        cache: { data: creator, isHit: true },
        uncached: { data: creator, isHit: false },
        depth: [expect.stringContaining('Query depth limit of 2 exceeded')],
        traced: {
          data: creator,
          failed: ['NOT_FOUND: User nobody.at.all was not found.'],
          spans: ['query.Creator', 'Query.user', 'Post.author']
        },
        seen: {
          refused: ['NOT_TODAY: not today'],
          denied: ['NOT_YOU: not you'],
          hasTypes: true,
          deferred: expect.stringMatching(/"hasNext":true.*"incremental":\[\{"data":\{"posts"/s)
        }
      })
    }
  )

  test.skipIf(hasNoHost)('has types of the host’s graphql', async () => {
    const apollo = `import { ApolloServer } from '@apollo/server'
      new ApolloServer({ schema: clipgraph.schema })`
    writeFileSync(
      join(folder, 'use.ts'),
      `import { useResponseCache } from '@graphql-yoga/plugin-response-cache'
      import { createClipgraph } from 'clipgraph'
      import { type GraphQLSchema, printSchema } from 'graphql'
      const clipgraph = await createClipgraph({ keys: ['a'], plugins: [useResponseCache({ session: () => null })] })
      const schema: GraphQLSchema = clipgraph.schema
      printSchema(schema)
      // @ts-expect-error: its own
      schema.noSuchMember
      ${files.includes('apollo') ? apollo : ''}`
    )
    const options = '--module nodenext --target es2022 --lib es2022,dom --types "" --strict --noEmit --skipLibCheck'
    const { code, stdout } = await run(`${tsc} ${options} use.ts`, folder)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })
})
