import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { startDeployment, startFacade } from './chain.ts'
import { rows } from './dataset.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Completion = { kind: string; text: string; node: ({ __typename: string } & Record<string, unknown>) | null }

const selection = `completions { kind text node { __typename
  ... on User { username displayName } ... on Hashtag { hashtagId tag: name } ... on Place { placeId place: name } ... on Sound { soundId sound: title } } }`

const ask = async (keyword: string) => {
  const { data, errors } = await server.query<{ search: { completions: Completion[]; suggestions: string[] } }>(
    `query ($keyword: String!) { search(keyword: $keyword) { suggestions ${selection} } }`,
    { keyword }
  )
  expect(errors).toBe(undefined)
  return data?.search ?? { completions: [], suggestions: [] }
}

const samples = [
  'ma',
  'home',
  'par',
  '#co',
  '@ma',
  'maya.nguyen',
  'sourdough',
  'Paris',
  'قه',
  'שלום',
  '🍞',
  '  ',
  '日本'
]

describe('what completes what somebody types', () => {
  test.each(samples.filter((text) => text.trim() !== ''))('“%s”: has the words of the suggestions', async (keyword) => {
    const { completions, suggestions } = await ask(keyword)
    expect(completions.map(({ text }) => text)).toEqual(suggestions)
  })

  test('leads to the thing it is about, and to nothing where it is a phrase', async () => {
    const types: Readonly<Record<string, string>> = {
      CREATOR: 'User',
      HASHTAG: 'Hashtag',
      PLACE: 'Place',
      SOUND: 'Sound'
    }
    const seen = new Set<string>()
    for (const keyword of samples.filter((text) => text.trim() !== '')) {
      for (const { kind, text, node } of (await ask(keyword)).completions) {
        seen.add(kind)
        if (kind === 'PHRASE') expect(node).toBe(null)
        if (node !== null) expect([text, node.__typename]).toEqual([text, types[kind]])
        if (kind === 'HASHTAG' && node !== null) expect(`#${node.tag}`).toBe(`#${text.replace(/^#/, '')}`)
        if (kind === 'PLACE') expect(node?.place).toBe(text)
      }
    }
    expect(seen.size).toBe(5)
  })

  test('a handle is the creator who has it', async () => {
    const { completions } = await ask(examples.username)
    expect(completions[0]).toMatchObject({ kind: 'CREATOR', node: { username: examples.username } })
  })

  test('a title that many sounds have is about none of them', async () => {
    const [shared] = rows<{ title: string }>(
      `SELECT title FROM sounds WHERE posts_count > 0 GROUP BY lower(title) HAVING count(*) > 1 ORDER BY count(*) DESC LIMIT 1`
    )
    const { completions } = await ask(shared?.title ?? '')
    const found = completions.find(({ text }) => text.toLowerCase() === shared?.title.toLowerCase())
    expect(found).toMatchObject({ kind: 'SOUND', node: null })
  })

  test('is not told over an upstream, which tells words alone', async () => {
    const deployment = await startDeployment()
    const facade = await startFacade(deployment.url)
    const { data, errors } = await facade.query(`{ search(keyword: "ma") { suggestions ${selection} } }`)
    expect({ data, errors }).toMatchObject({ data: { search: { completions: null } }, errors: undefined })
    await Promise.all([facade.close(), deployment.close()])
  })
})
