import { describe, expect, inject, test } from 'vitest'
import { commandAlone } from './command.ts'
import { serve } from './served.ts'
import { testKey } from './server.ts'

const preload = ['--import', new URL('loaded-modules.ts', import.meta.url).href]

const project = new URL('../', import.meta.url).href

/** Packages, and folders of `src`, among modules. */
const namesOf = (urls: readonly string[]) => {
  const within = urls.filter((url) => url.startsWith(project)).map((url) => url.slice(project.length))
  return new Set(
    within.map((path) =>
      path.replace(/^(?:node_modules\/((?:@[^/]+\/)?[^/]+)|(src\/(?:(?:surfaces|host)\/)?[^/]+)).*/, '$1$2')
    )
  )
}

/** What takes longest to load. A server, or a command that reads data, that needs none of it must not wait for it. */
const heavy = [
  'graphql',
  'graphql-yoga',
  '@graphql-tools/utils',
  '@pothos/core',
  'marked',
  'turndown',
  'typebox',
  'undici',
  'pg',
  '@modelcontextprotocol/server'
]

// On a busy machine, loading may take longer than a request may queue.
const server = () => serve(inject('defaultDataset'), { MAX_WAIT_MS: '60000' }, preload)
const get = (url: string) => fetch(url, { headers: { 'x-gateway-key': testKey } })

describe('the first answer of a server', () => {
  test.each(['/healthz', '/api/v1/users/maya.nguyen', '/docs/guides', '/graphql/none'])(
    '%s does not wait for the graph',
    async (path) => {
      const { url, ask, stop } = await server()
      try {
        await (await get(url + path)).text()
        const names = namesOf((await ask('modules')) as string[])
        expect(names).toContain('find-my-way')
        expect(heavy.filter((name) => names.has(name))).toEqual([])
      } finally {
        await stop()
      }
    }
  )

  test('may be of the graph, with all requests that come meanwhile', async () => {
    const { url, stop } = await server()
    try {
      const query = `${url}/graphql?query={user(by:{username:"maya.nguyen"}){username}}`
      const answers = await Promise.all([
        get(query),
        get(query),
        get(`${url}/schema.graphql`),
        get(`${url}/docs/schema`)
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(await answers[1]?.json()).toMatchObject({ data: { user: { username: 'maya.nguyen' } } })
    } finally {
      await stop()
    }
  })

  test('may be the refusal of a query, in the form of the graph', async () => {
    const { url, ask, stop } = await server()
    try {
      const answer = await fetch(`${url}/graphql?query={__typename}`)
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHORIZED' } }] })
      expect(namesOf((await ask('modules')) as string[])).not.toContain('graphql')
    } finally {
      await stop()
    }
  })
})

describe('a command', () => {
  const env = { NODE_OPTIONS: preload.join(' '), DATA_URL: `sqlite:${inject('defaultDataset')}`, PORT: '0' }

  test.each(['--help', '--version', 'schema --help', 'keys new'])(
    '%s loads commands and their parser alone',
    async (line) => {
      const { code, stderr } = await commandAlone(line.split(' '), { env })
      expect(code).toBe(0)
      const names = namesOf(stderr.split('\n'))
      expect(names).toContain('commander')
      const few = [
        'commander',
        ...['commands', 'core', 'host/limits', 'ingest', 'surfaces/http'].map((name) => `src/${name}`)
      ]
      expect([...names].filter((name) => !few.includes(name))).toEqual([])
    }
  )

  test('doctor loads what it checks', async () => {
    const { code, stderr } = await commandAlone(['doctor'], { env })
    expect(code).toBe(0)
    const names = namesOf(stderr.split('\n'))
    expect(heavy.filter((name) => names.has(name))).toEqual([])
  })
})
