import { Kind, type OperationDefinitionNode, parse, print } from 'graphql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { toGlobalId } from '../src/surfaces/graphql/schema/global-ids.ts'
import { operations as restOperations } from '../src/surfaces/rest/operations.ts'
import { cases } from './cases.ts'
import { startDeployment, startFacade } from './chain.ts'
import { asksForEverything, exampleOperations, valuesOf } from './example-operations.ts'
import { findFixtures } from './fixtures.ts'
import { type Recorder, startRecorder } from './recorder.ts'
import { limitsBut } from './rules.ts'
import type { TestServer } from './server.ts'

const fixtures = findFixtures()
const feed = (kind: string) => fixtures.feeds.find((known) => known.kind === kind)?.key ?? ''
const known = (kind: keyof typeof fixtures.known) => fixtures.known[kind][0] ?? ''
const creator = feed('userPosts')

/** A value for each variable the documents have. */
const values: Readonly<Record<string, unknown>> = {
  username: creator,
  usernames: fixtures.known.user.slice(0, 10),
  keyword: feed('searchTop'),
  name: 'fyp',
  hashtagId: feed('hashtagPosts'),
  placeId: feed('placePosts'),
  soundId: feed('soundPosts'),
  collectionId: feed('collectionPosts'),
  effectId: known('effect'),
  roomId: fixtures.rooms.live.roomId,
  postId: cases.post(),
  'by: PostBy!': { postId: cases.post() },
  'by: HashtagBy!': { hashtagId: feed('hashtagPosts') },
  id: toGlobalId('Collection', feed('collectionPosts')),
  kind: 'CREATOR'
}

const soundId = toGlobalId('Sound', feed('soundPosts'))

const documents = exampleOperations.map(({ name, path, query: text }) => {
  const operation = parse(text).definitions.find(
    (node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION
  )
  const required = (operation?.variableDefinitions ?? []).filter(
    ({ type, defaultValue }) => type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined
  )
  return {
    ...{ name, path, text },
    about: /^# (.*)/.exec(text)?.[1] ?? print(operation ?? parse('{ a }')).slice(0, 40),
    variables: valuesOf(required, name.includes('-sound-') ? { ...values, id: soundId } : values)
  }
})

/** The path of the contract that a call went to, such as `/users/{username}`. */
const templates = restOperations
  .map(({ path }) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  // `/sounds/library` is also what `/sounds/{soundId}` would match.
  .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
const templateOf = (path: string): string => {
  const plain = path.split('?')[0] ?? ''
  const found = templates.find(({ pattern }) => pattern.test(plain))
  if (found === undefined) throw new Error(`the contract has no ${path}`)
  return found.path.replace('/api/v1', '')
}
const summary = (calls: readonly string[]): string => {
  const counts = new Map<string, number>()
  for (const template of calls.map(templateOf)) counts.set(template, (counts.get(template) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([template, count]) => `${count === 1 ? '' : `${count} × `}\`${template}\``)
    .join(', ')
}

/**
 * Reads that another deployment does not answer, and is not asked for: of the data as a whole, of completions, of names, and of what no feed gave of
 * a creator. There are more where a document asks each object for its missing fields.
 */
const unaskedIn = ({ text, variables }: (typeof documents)[number]): number => {
  const creators = Array.isArray(variables.usernames) ? variables.usernames.length : 1
  const has = (field: string) => Number(new RegExp(`^ *${field} \\{`, 'm').test(text))
  return has('dataset') + has('completions') + has('effects') + has('scorecard') * creators
}

let deployment: TestServer
let recorder: Recorder
let facade: TestServer
let now = Date.now()
beforeAll(async () => {
  deployment = await startDeployment()
  recorder = await startRecorder(deployment.url)
  facade = await startFacade(recorder.url, { now: () => now, config: { limits: limitsBut({ cost: 100_000 }) } })
  await fetch(`${facade.url}/readyz`)
})
afterAll(async () => {
  await facade.close()
  await recorder.close()
  await deployment.close()
})
/** Two days later nothing that was kept can serve. */
const forget = () => {
  now += 48 * 3_600_000
}
beforeEach(() => {
  forget()
  recorder.gather(0)
  recorder.take()
  // No call is given up for taking long: what is counted here are calls, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const ask = async <T = Record<string, unknown>>(query: string, variables: Record<string, unknown> = {}) => {
  const answer = await facade.query<T>(query, variables)
  expect(answer.errors).toBeUndefined()
  return { ...answer, ...recorder.take() }
}

describe('upstream calls', () => {
  const rows = new Map<string, [cold: number, warm: number, calls: string]>()

  /** Lists of everything, which another deployment does not have. */
  const ofEverything = documents.filter(({ text }) => asksForEverything(text))
  test.each(ofEverything)('of $name are none, as another deployment cannot answer it', async (document) => {
    const { errors } = await facade.query(document.text, document.variables)
    expect(new Set(errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UNSUPPORTED']))
    expect(recorder.take().calls).toEqual([])
    rows.set(document.name, [0, 0, 'none: `UNSUPPORTED`'])
  })

  /** Counts over time, which it has no more: a facade that records nothing has the rest of the answer. */
  const ofThePast = documents.filter(
    (document) => /\b(history|growth)\b/.test(document.text) && !ofEverything.includes(document)
  )
  test.each(ofThePast)('of $name are those of the rest, each once, as the past is not known', async (document) => {
    const { errors } = await facade.query(document.text, document.variables)
    expect(new Set(errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UNSUPPORTED']))
    const { calls } = recorder.take()
    expect(calls).not.toEqual([])
    expect(new Set(calls).size).toBe(calls.length)
    rows.set(document.name, [calls.length, 0, `${summary(calls)}; counts over time: \`UNSUPPORTED\``])
  })

  const answered = documents.filter((document) => !ofEverything.includes(document) && !ofThePast.includes(document))
  test.each(answered)('of $name are made once, and none when everything is at hand', async (document) => {
    const cold = await ask(document.text, document.variables)
    // Nothing is asked twice.
    expect(new Set(cold.calls).size).toBe(cold.calls.length)
    const reads = cold.calls.length + unaskedIn(document)
    if (document.text.includes('missingFields')) expect(cold.extensions?.cost?.reads).toBeGreaterThanOrEqual(reads)
    else expect(cold.extensions?.cost?.reads).toBe(reads)
    const warm = await ask(document.text, document.variables)
    expect(warm.calls).toEqual([])
    expect(warm.data).toEqual(cold.data)
    expect(warm.extensions?.meta?.cached).toBe(true)
    rows.set(document.name, [cold.calls.length, warm.calls.length, summary(cold.calls)])
  })

  test('are told in the docs as they are', async () => {
    expect(rows.size).toBe(documents.length)
    const table = documents.map(
      ({ name, path, about }) => `| [${name}](../${path}) | ${about} | ${rows.get(name)?.join(' | ')} |`
    )
    const page = `# Upstream calls of the example documents

What one query costs the deployment behind a facade: with nothing in the cache (cold), and again right away (warm). Counted at the
upstream's end of the line while the documents of \`schema/operations\` and of the explorer ran against the default data set. Written by
\`npx vitest run test/calls.test.ts -u\`; a test fails when a number changes.

| document | what it is for | cold | warm | cold calls |
|---|---|---|---|---|
${table.join('\n')}

A deployment that is clipgraph itself is asked by its graph: once it has answered by REST or a list needs filters, this server looks at its \`/schema.graphql\` in the background, and from then on what is read at
one time (look-ups of creators, posts, sounds and live status, and pages of lists) is one \`POST /graphql\` of at most 50 records or 20 lists. Records are checked, kept and aged as those of single calls:
\`extensions: {"reads": true}\` makes the deployment say how old each read is and how long it may be kept. What the graph does not answer as it should is asked by REST; after a wrong answer or
three slow ones in a row, the graph is left alone for a minute, then twice as long each time, which the log says once and \`clipgraph_upstream_events_total\` counts (\`graph_used\`, \`graph_left\`). Filters, orders, totals, facets, histories,
growth, trending and whom a creator follows are the deployment's own then; without its graph, lists are read page by page, and the rest is UNSUPPORTED. \`UPSTREAM_BATCH=off\` asks by REST alone.

Calls that do not need each other's answers go out side by side, as far as \`UPSTREAM_CONNECTIONS\` allows. Identical reads of one moment are one
call, however many clients ask, and what a list carries of its authors and sounds costs nothing:

| query | cold calls |
|---|---|
| 20 posts of a search with what posts tell of their authors and sounds | 1 |
| a creator with 20 posts | 2, side by side |
| 20 posts of a search with full author profiles | 1 + one for each distinct author, in parallel |
`
    await expect(page).toMatchFileSnapshot('../docs/calls.md')
  })
})

describe('twenty posts of a search', () => {
  const search = (selection: string) =>
    `query ($keyword: String!) { search(keyword: $keyword) { posts(first: 20) { nodes { ${selection} } } } }`
  const variables = { keyword: feed('searchTop') }

  test('with what they carry of their authors and sounds are one call', async () => {
    const { calls } = await ask(
      search(
        'postId caption hashtags { hashtagId name } author { id username displayName verified avatarThumbUrl } sound { id soundId title author isOriginal }'
      ),
      variables
    )
    expect(calls.map(templateOf)).toEqual(['/search'])
  })

  test('with full profiles of their authors are one call and one for each author, in parallel', async () => {
    const { data } = await ask<{ search: { posts: { nodes: { author: { username: string } | null }[] } } }>(
      search('author { username }'),
      variables
    )
    const authors = new Set(
      data?.search.posts.nodes.flatMap(({ author }) => (author === null ? [] : [author.username.toLowerCase()]))
    )
    forget()
    recorder.gather(authors.size, /\/users\//)
    const { calls } = await ask(search('author { username followersCount bio }'), variables)
    const [first, ...profiles] = calls
    expect(first === undefined ? '' : templateOf(first)).toBe('/search')
    expect(new Set(profiles.map(templateOf))).toEqual(new Set(['/users/{username}']))
    expect(profiles).toHaveLength(authors.size)
    expect(authors.size).toBeGreaterThan(3)
  })
})

test('a creator with twenty posts is two calls, side by side', async () => {
  recorder.gather(2)
  const { calls } = await ask(
    'query ($username: String!) { user(by: { username: $username }) { followersCount bio posts(first: 20) { nodes { postId plays } } } }',
    { username: creator }
  )
  expect(calls.map(templateOf).sort()).toEqual(['/users/{username}', '/users/{username}/posts'])
})

test('a creator with everything is one call for each part, all side by side', async () => {
  recorder.gather(6)
  const { calls } = await ask(
    `query ($username: String!) { user(by: { username: $username }) {
      followersCount isLive posts(first: 5) { nodes { postId } } reposts(first: 5) { nodes { postId } }
      followers(first: 5) { nodes { username } } collections { name } } }`,
    { username: creator }
  )
  expect(calls).toHaveLength(6)
})

test('many look-ups go out in parallel', async () => {
  recorder.gather(100)
  const handles = fixtures.known.user
  const aliases = [0, 50].map(
    (from, index) => `q${index}: usersByUsername(usernames: ${JSON.stringify(handles.slice(from, from + 50))}) { bio }`
  )
  const { calls, mostAtOnce } = await ask(`{ ${aliases.join(' ')} }`)
  expect(calls).toHaveLength(100)
  expect(mostAtOnce).toBe(100)
})

test('two clients that ask overlapping things at the same time cost each thing one call', async () => {
  recorder.gather(12)
  const handles = fixtures.known.user.slice(0, 12)
  const query = 'query ($u: [String!]!) { users: usersByUsername(usernames: $u) { bio } }'
  await Promise.all([
    facade.query(query, { u: handles.slice(0, 8) }),
    facade.query(query, { u: handles.slice(4, 12) }),
    facade.get(`/api/v1/users/${handles[5]}`)
  ])
  const { calls } = recorder.take()
  expect(calls).toHaveLength(12)
})
