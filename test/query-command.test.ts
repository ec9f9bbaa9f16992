import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bareEnvironment } from './bare-environment.ts'
import { cases } from './cases.ts'
import { commandInProcess } from './command-in-process.ts'
import { startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'clipgraph-query-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const query = (line: string, env: Record<string, string> = {}, isTerminal = false) =>
  commandInProcess(`query ${line}`, folder, { DATA_URL: `sqlite:${inject('defaultDataset')}`, ...env }, { isTerminal })

const posts =
  '{ posts(orderBy: PLAYS, first: 20) { nodes { postId caption plays author { username } hashtags { name } } } }'

/** The answer of the endpoint to the same query. */
const nodesOfServer = async () => {
  type Post = {
    postId: string
    caption: string
    plays: number
    author: { username: string }
    hashtags: { name: string }[]
  }
  const { data } = await server.query<{ posts: { nodes: Post[] } }>(posts)
  const nodes = data?.posts.nodes ?? []
  expect(nodes).toHaveLength(20)
  return nodes
}

describe('a query', () => {
  test('has the data of the endpoint, from a file of data and from a running server', async () => {
    const document = `{ user(by: {username: "${cases.busyUser()}"}) { username followersCount } }`
    const { data } = await server.query(document)
    const here = await query(`'${document}'`)
    expect([here.code, here.stderr, JSON.parse(here.stdout).data]).toEqual([0, '', data])
    expect(here.stdout).toMatch(/^[^\n]+\n$/)
    const there = await query(`'${document}' --from ${server.url}`, { UPSTREAM_KEY: testKey })
    expect([there.code, there.stderr, JSON.parse(there.stdout).data]).toEqual([0, '', data])
    const onTerminal = await query(`'${document}'`, {}, true)
    expect(onTerminal.stdout).toMatch(/^\{\n {2}"data": \{\n/)
  })

  test('comes from a file with its variables, and names the operation to run', async () => {
    const document = 'query One($id: ID!) { post(by: {postId: $id}) { postId } } query Other { __typename }'
    writeFileSync(join(folder, 'query.graphql'), document)
    writeFileSync(join(folder, 'variables.json'), `\ufeff${JSON.stringify({ id: cases.post() })}`)
    const { code, stdout } = await query(
      '--file query.graphql --variables @variables.json --operation One --path data.post.postId'
    )
    expect([code, JSON.parse(stdout)]).toEqual([0, cases.post()])
    const rounded = await query(`--file query.graphql --operation One --variables {"id":${cases.post()}}`)
    expect(rounded).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^query\.graphql:1:11: Variable "\$id" .* lost its last digits\n$/)
    })
  })

  test('reads no more than a query may have, from whatever never ends', async () => {
    for (const endless of ["'{ __typename }' --variables @/dev/zero", '--file /dev/zero']) {
      expect(await query(endless)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringContaining('/dev/zero has more than the 1 MiB that a query may have.')
      })
    }
  })

  test('prints what it found beside its errors, which say where they are', async () => {
    const { code, stdout, stderr } = await query(`'{ user(by: {username: "nobody.at.all"}) { username } __typename }'`)
    expect([code, JSON.parse(stdout).data]).toEqual([1, { user: null, __typename: 'Query' }])
    expect(stderr).toBe('query:1:3: user: User nobody.at.all was not found.\n')
    expect(await query("'{ nothing }' --format table")).toEqual({
      code: 1,
      stdout: '',
      stderr: 'query:1:3: Cannot query field "nothing" on type "Query".\n'
    })
  })

  test('has the limits of a server', async () => {
    expect(await query(`'${posts}'`, { MAX_QUERY_COST: '5' })).toMatchObject({ code: 1, stdout: '', stderr: /cost/ })
    const late = await query(`'{ user(by: {username: "someone"}) { username } }' --from ${server.url}`, {
      UPSTREAM_KEY: 'wrong'
    })
    expect(late).toMatchObject({ code: 1, stderr: expect.stringMatching(/^query:1:3: user: /) })
  })

  test('prints cursors that lead on in the next call, and in a server with the same key', async () => {
    const page = (after: string) => `'{ posts(first: 2${after}) { pageInfo { endCursor } nodes { postId } } }'`
    const env = { GATEWAY_KEYS: testKey }
    const first = JSON.parse((await query(page(''), env)).stdout).data.posts
    const after = `, after: "${first.pageInfo.endCursor}"`
    const second = JSON.parse((await query(page(after), env)).stdout).data.posts
    expect(second.nodes).toHaveLength(2)
    expect(second.nodes).not.toEqual(first.nodes)
    const { data } = await server.query<{ posts: object }>(page(after).slice(1, -1))
    expect(data?.posts).toMatchObject({ nodes: second.nodes })
    const withoutKey = JSON.parse((await query(page(''))).stdout).data.posts.pageInfo.endCursor
    expect((await query(page(`, after: "${withoutKey}"`))).code).toBe(0)
  })

  test.each([
    ['', 'give one query'],
    ["'{ a }' --file x", 'give one query'],
    ["- --variables '@-'", 'standard input is either'],
    ["'{ __typename }' --variables nothing", '--variables must be JSON'],
    ["'{ __typename }' --variables []", '--variables must be an object'],
    ["'{ __typename }' --format xml", 'Allowed choices are json, table.'],
    ["'{ __typename }' --from mysql://nowhere", '--from must be sqlite:FILE'],
    ["'{ __typename }' --path posts", '--path must start with data; it has data.__typename'],
    ["'{ __typename }' --path data.__typename.x", 'data.__typename is a value'],
    ["'{ dataset { __typename } }' --path data.dataset.x", 'it has data.dataset.__typename'],
    ["'{ dataset { __typename } }' --path data.toString", 'it has data.dataset']
  ])('%s is a mistake: exit code 2 and a way on', async (line, hint) => {
    const { code, stdout, stderr } = await query(line)
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(hint)])
  })
})

describe('the rows of a query', () => {
  const table = async (line: string) => {
    const { code, stdout } = await query(`${line} --format table`)
    return [code, ...stdout.trimEnd().split('\n')]
  }

  test('are a table in columns', async () => {
    const nodes = await nodesOfServer()
    const [code, head, ...lines] = await table(`'${posts}'`)
    expect([code, String(head).split(/ {2,}/)]).toEqual([
      0,
      ['postId', 'caption', 'plays', 'author.username', 'hashtags.name']
    ])
    expect(lines).toHaveLength(20)
    for (const [index, line] of lines.entries()) {
      const { postId, author } = nodes[index] ?? { postId: '', author: { username: '' } }
      const cells = [`${postId}  `, `  ${author.username}`]
      for (const cell of cells) expect(line).toContain(cell)
    }
  })

  test('are none for an empty list, and one for an object', async () => {
    const none = '\'{ search(keyword: "zzzzqqqq") { users { nodes { username } } } }\''
    expect(await table(none)).toEqual([0, '(no rows)'])
    expect(await table('\'{ post(by: {postId: "1"}) { postId } __typename }\'')).toEqual([
      1,
      'post  __typename',
      '      Query'
    ])
  })

  test('have the columns of an object that some rows lack', async () => {
    const rooms = '{ users(first: 50) { nodes { username liveRoom { roomId } } } }'
    const [code, head, ...lines] = await table(`'${rooms}'`)
    expect([code, String(head).split(/ {2,}/)]).toEqual([0, ['username', 'liveRoom.roomId']])
    const filled = lines.filter((line) => /\S {2,}\d+$/.test(String(line)))
    expect(filled.length).toBeGreaterThan(0)
    expect(filled.length).toBeLessThan(lines.length)
  })

  test('are chosen by --path where there are several lists, which the error names', async () => {
    const both = '{ posts(first: 1) { nodes { postId } } users(first: 2) { nodes { username } } }'
    const several = await query(`'${both}' --format table`)
    expect([several.code, several.stdout]).toEqual([2, ''])
    expect(several.stderr).toContain('choose one with --path: data.posts.nodes, data.users.nodes')
    for (const path of ['data.users', 'data.users.nodes']) {
      const [code, head, ...lines] = await table(`'${both}' --path ${path}`)
      expect([code, head, lines.length]).toEqual([0, 'username', 2])
    }
    const edges = await table("'{ posts(first: 1) { edges { node { postId id } } } }'")
    expect([edges[0], String(edges[1]).split(/ +/), edges.length]).toEqual([0, ['node.postId', 'node.id'], 3])
    const words = await table(`'{ search(keyword: "cook") { suggestions } }'`)
    expect([words[0], words[1], words.length > 2]).toEqual([0, 'suggestions', true])
  })
})

describe('a source that cannot answer is named with what to try', () => {
  const one = `'{ user(by: {username: "maya.nguyen"}) { username } }'`
  let other: Server
  let otherUrl: string
  beforeAll(async () => {
    other = createServer((_, response) => response.end('<p>Hello'))
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  })
  afterAll(() => other.close())

  test.each<[string, () => [from: string, key?: string], RegExp]>([
    [
      'nothing listens there',
      () => ['http://127.0.0.1:1'],
      /^nothing answers at http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start the deployment at .*, or correct --from\.$/m
    ],
    [
      'no server of clipgraph',
      () => [otherUrl],
      /^what answers at http:\S+ does not speak this contract .*\. --from must be the part before \/api\/v1 /m
    ],
    [
      'a key is needed',
      () => [server.url],
      /^the upstream at http:\S+ refuses .*\. Set UPSTREAM_KEY .*; none is set\.$/m
    ],
    [
      'another key is needed',
      () => [server.url, 'wrong'],
      /^the upstream at .*\. Set UPSTREAM_KEY to a key that it accepts\.$/m
    ],
    [
      'no PostgreSQL listens there',
      () => ['postgres://me:secret@127.0.0.1:1/clips'],
      /^127\.0\.0\.1:1\/clips: PostgreSQL cannot be reached \(ECONNREFUSED\)\. Start it, /m
    ]
  ])('%s', async (_, location, expected) => {
    const [from, key] = location()
    const { code, stderr } = await query(`${one} --from ${from}`, key === undefined ? {} : { UPSTREAM_KEY: key })
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(expected) })
    expect(stderr).not.toMatch(/DATA_URL|secret/)
    expect(stderr.trimEnd().split('\n')).toHaveLength(2)
  })

  test('as the setting names it without --from, and not for other errors', async () => {
    const unreachable = await query(one, { DATA_URL: 'http://127.0.0.1:1' })
    expect(unreachable.stderr).toMatch(/^nothing answers at DATA_URL .*, or correct DATA_URL\.$/m)
    const unknown = await query(`'{ user(by: {username: "nobody.at.all"}) { username } }'`)
    expect(unknown.stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

test('standard input is read, and a reader may stop early', () => {
  const env = { ...bareEnvironment(), DATA_URL: `sqlite:${inject('defaultDataset')}`, NODE: process.execPath }
  const main = join(import.meta.dirname, '../src/commands/main.js')
  const { stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', `"$NODE" '${main}' query - --format table | head -1; echo "$PIPESTATUS"`],
    {
      env,
      input: posts,
      encoding: 'utf8'
    }
  )
  expect([stdout, stderr]).toEqual([expect.stringMatching(/^postId +caption +plays .*\n0\n$/), ''])
})
