import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDeployment, startFacade } from './chain.ts'
import { rows } from './dataset.ts'
import { startServer, type TestServer } from './server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

type Names = {
  sounds: { soundId: string; title: string; author: string; postsCount: number }[]
  hashtags: { hashtagId: string; name: string }[]
  places: { placeId: string; name: string; postsCount: number }[]
  effects: { effectId: string; name: string; userCount: number }[]
}
const query = `query ($keyword: String!) { search(keyword: $keyword) {
  sounds { soundId title author postsCount } hashtags { hashtagId name } places { placeId name postsCount } effects { effectId name userCount } } }`

const named = async (keyword: string): Promise<Names> => {
  const { data, errors } = await server.query<{ search: Names }>(query, { keyword })
  expect(errors).toBe(undefined)
  if (data == null) throw new Error(`nothing for ${keyword}`)
  return data.search
}

type Thing = { id: string; name: string }
const ofWords = (sql: string) => rows<Thing>(sql).filter(({ name }) => /^[a-z]{5,}( [a-z]{4,})?$/i.test(name))
const things: Readonly<Record<keyof Names, readonly Thing[]>> = {
  sounds: ofWords(
    `SELECT sound_id AS id, title AS name FROM sounds WHERE sound_id IS NOT NULL AND posts_count > 0
     GROUP BY lower(title) HAVING count(*) = 1 ORDER BY posts_count DESC LIMIT 60`
  ),
  hashtags: ofWords(
    `SELECT hashtag_id AS id, name FROM hashtags h WHERE hashtag_id IS NOT NULL
     ORDER BY (SELECT count(*) FROM hashtag_posts WHERE hashtag_pk = h.pk) DESC LIMIT 40`
  ),
  places: ofWords('SELECT place_id AS id, name FROM places ORDER BY posts_count DESC LIMIT 40'),
  effects: ofWords('SELECT effect_id AS id, name FROM effects WHERE user_count > 0 ORDER BY user_count DESC LIMIT 40')
}
const kinds = Object.keys(things) as (keyof Names)[]
const idsOf = (names: Names, kind: keyof Names): string[] => names[kind].map((thing) => String(Object.values(thing)[0]))

describe('a keyword', () => {
  test.each(kinds)('that is a whole name leads to it first: %s', async (kind) => {
    expect(things[kind].length).toBeGreaterThan(5)
    for (const { id, name } of things[kind].slice(0, 12)) {
      expect(idsOf(await named(name.toUpperCase()), kind)[0], name).toBe(id)
    }
  })

  test.each(kinds)('that is misspelt leads to what was meant: %s', async (kind) => {
    for (const { id, name } of things[kind].slice(0, 12)) {
      const typed = `${name.slice(0, 2)}${name[3]}${name[2]}${name.slice(4)}`
      const found = await named(typed)
      // The typo may begin the name of something else.
      if (kinds.some((other) => things[other].some(({ name }) => name.toLowerCase().includes(typed.toLowerCase()))))
        continue
      expect(idsOf(found, kind), typed).toContain(id)
    }
  })

  test('that begins a word of many names leads to ten at most, the most used first', async () => {
    const [letter = ''] = rows<{ letter: string }>(
      `SELECT lower(substr(name, 1, 1)) AS letter FROM places WHERE posts_count > 0 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`
    ).map(({ letter }) => letter)
    const { places } = await named(letter)
    expect(places).toHaveLength(10)
    const begun = places.filter(({ name }) => name.toLowerCase().startsWith(letter)).map((place) => place.postsCount)
    expect(begun.length).toBeGreaterThan(2)
    expect(begun).toEqual(begun.toSorted((a, b) => b - a))
  })

  test('that is the title of many sounds leads to the most used of them', async () => {
    const [shared] = rows<{ title: string }>(
      'SELECT title FROM sounds WHERE sound_id IS NOT NULL GROUP BY title ORDER BY count(*) DESC LIMIT 1'
    )
    const title = shared?.title ?? ''
    const { sounds } = await named(title)
    expect(sounds).toHaveLength(10)
    expect(new Set(sounds.map((sound) => sound.title.toLowerCase()))).toEqual(new Set([title.toLowerCase()]))
    const most = rows<{ posts: number }>(
      `SELECT posts_count AS posts FROM sounds WHERE lower(title) = lower('${title}') AND sound_id IS NOT NULL ORDER BY 1 DESC LIMIT 10`
    )
    expect(sounds.map(({ postsCount }) => postsCount)).toEqual(most.map(({ posts }) => posts))
  })

  test('with # leads to hashtags only, with @ to none of them, and without a match nowhere', async () => {
    const [tag] = things.hashtags
    const found = await named(`#${tag?.name}`)
    expect(idsOf(found, 'hashtags')[0]).toBe(tag?.id)
    expect([found.sounds, found.places, found.effects]).toEqual([[], [], []])
    for (const keyword of [`@${tag?.name}`, 'xqzvwkjhgf'])
      expect(await named(keyword)).toEqual({ sounds: [], hashtags: [], places: [], effects: [] })
  })
})

test('all four lists cost one read', async () => {
  const { extensions } = await server.query(query, { keyword: 'golden hours' })
  expect(extensions?.cost?.reads).toBe(1)
})

test('an effect is suggested, and is what the suggestion leads to', async () => {
  const [effect] = things.effects
  const name = effect?.name ?? ''
  const { body } = await server.get<string[]>(`/api/v1/search/suggest?keyword=${encodeURIComponent(name)}`)
  expect(body.data).toContain(name)
  const { data } = await server.query(
    'query ($name: String!) { search(keyword: $name) { completions { kind text node { ... on Effect { effectId } } } } }',
    { name }
  )
  expect(data).toMatchObject({
    search: { completions: expect.arrayContaining([{ kind: 'EFFECT', text: name, node: { effectId: effect?.id } }]) }
  })
})

test('names are null over another deployment, which has no operation for them', async () => {
  const deployment = await startDeployment()
  const facade = await startFacade(deployment.url)
  const { data, errors } = await facade.query(query, { keyword: 'paris' })
  expect(errors).toBe(undefined)
  expect(data).toEqual({ search: { sounds: null, hashtags: null, places: null, effects: null } })
  await Promise.all([facade.close(), deployment.close()])
})
