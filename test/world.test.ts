import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, inject, it } from 'vitest'
import type { Sample } from '../src/engines/history/samples.ts'
import { computeScorecard, fewPosts, maxPosts } from '../src/engines/scorecard/scorecard.ts'
import { seedDataset, seedDefaults } from '../src/ingest/seed/seed.ts'
import { topics } from '../src/ingest/seed/words.ts'
import type { HashtagUse, Post } from '../src/records/post.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import { ofWholePost } from '../src/services/whole-post.ts'
import { takeOffOf } from '../src/surfaces/explorer/parts/take-off.ts'
import { rules } from './contradictions.ts'
import { row, rows } from './dataset.ts'
import { storedSamples } from './stored-samples.ts'
import { daysOf } from './use-days.ts'

/** What makes the default data set believable, and what holds in every one. */

const day = 86_400
const until = Date.parse(seedDefaults.until) / 1000
const count = (sql: string): number => row<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`).n
const share = (part: number, whole: number): number => part / whole
const counted = <T>(things: Iterable<T>): Map<T, number> => {
  const counts = new Map<T, number>()
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return counts
}

const publicUsers = rows<UserProfile & { pk: number }>('SELECT * FROM users WHERE NOT is_private')
const captions = rows<{ caption: string }>('SELECT caption FROM posts WHERE caption IS NOT NULL').map(
  (post) => post.caption
)
/** What a caption says: without hashtags, mentions' names and emoji. */
const said = (caption: string): string =>
  caption
    .replace(/#[^\s#]+/gu, '')
    .replace(/@[\w.]+/g, '@')
    .replace(
      /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Cf}|\p{Variation_Selector})+/gu,
      '\n'
    )

const scorecards = publicUsers.map((user) => {
  const posts = rows<Post & { tags: string }>(
    'SELECT *, hashtags AS tags FROM posts WHERE author_pk = ? ORDER BY created_at DESC LIMIT ?',
    user.pk,
    maxPosts
  ).map((post): Post => ({ ...post, hashtags: JSON.parse(post.tags) }))
  return { posts: posts.length, ...computeScorecard(user, posts.map(ofWholePost), new Date(0)) }
})

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-world-'))
const made: DatabaseSync[] = []
afterAll(() => {
  for (const db of made) db.close()
  rmSync(directory, { recursive: true, force: true })
})

describe.each([
  ['the default data set', seedDefaults],
  ['many posts of few accounts', { ...seedDefaults, users: 40, posts: 3_000, seed: 7 }],
  ['few posts of many accounts', { ...seedDefaults, users: 700, posts: 1_500, seed: 20_260 }]
])('in %s', (name, options) => {
  let opened: DatabaseSync | undefined
  const db = () => {
    if (opened !== undefined) return opened
    const path = options === seedDefaults ? inject('defaultDataset') : join(directory, `${name}.db`)
    if (options !== seedDefaults) seedDataset({ ...options, path })
    opened = new DatabaseSync(path, { readOnly: true })
    made.push(opened)
    return opened
  }

  it.each(rules)('%s', (_, broken) => {
    const found = broken(db())
    expect(found.slice(0, 3), `${found.length} times`).toEqual([])
  })
})

describe('scorecards', () => {
  const wellFounded = scorecards.filter(({ posts }) => posts >= fewPosts)

  it.each([
    ['engagement_percentile', 4],
    ['posting_consistency', 4],
    ['niche_concentration', 3],
    ['follower_growth_score', 3],
    ['creator_authority_score', 3]
  ] as const)('spread over the whole of %s', (part, populated) => {
    const values = wellFounded.map(({ scores }) => scores[part])
    const fifths = [0, 1, 2, 3, 4].map(
      (fifth) => values.filter((value) => Math.min(4, Math.floor(value / 20)) === fifth).length / values.length
    )
    // Many fifths of the scale hold at least a twelfth of the creators, and none holds nearly all.
    expect(fifths.filter((part) => part >= 1 / 12).length, String(fifths)).toBeGreaterThanOrEqual(populated)
    expect(Math.max(...fifths)).toBeLessThan(0.6)
  })

  it('are not all or nothing in posting consistency', () => {
    const between = wellFounded.filter(({ scores: { posting_consistency: one } }) => one > 0 && one < 100)
    expect(share(between.length, wellFounded.length)).toBeGreaterThan(0.9)
  })

  it.each(['tier_1', 'tier_2', 'tier_3', 'tier_4'])('have creators with enough posts in %s', (tier) => {
    const tiered = wellFounded.filter(({ scores }) => scores.partnership_tier === tier)
    expect(tiered.length).toBeGreaterThanOrEqual(25)
  })

  it('warn of a low sample for a third at most', () => {
    const warned = scorecards.filter(({ intelligence }) => intelligence.low_sample_warning)
    expect(share(warned.length, scorecards.length)).toBeLessThan(0.34)
  })
})

describe('posts', () => {
  it('come from half of the creators twenty times or more', () => {
    const often = count('(SELECT 1 FROM posts WHERE author_pk IS NOT NULL GROUP BY author_pk HAVING count(*) >= 20)')
    expect(often).toBeGreaterThanOrEqual(seedDefaults.users / 2)
    expect(count('users WHERE NOT is_private AND followers > 50000 AND total_videos = 0')).toBe(0)
  })

  it('grow over years, in no month out of proportion', () => {
    const months = rows<{ n: number }>(
      `SELECT count(*) AS n FROM posts GROUP BY strftime('%Y-%m', created_at, 'unixepoch') ORDER BY min(created_at)`
    ).map(({ n }) => n)
    expect(months.length).toBeGreaterThanOrEqual(40)
    expect(Math.max(...months) / seedDefaults.posts).toBeLessThan(0.1)
    const years = [0, 12, 24, 36].map((from) => months.slice(from, from + 12).reduce((sum, n) => sum + n, 0))
    expect(years).toEqual([...years].sort((a, b) => a - b))
    expect(years.at(-1) ?? 0).toBeGreaterThan(3 * (years[0] ?? 0))
  })

  it('begin when their creators join, which is spread over years', () => {
    const joined = publicUsers.map(({ user_id }) => Number(BigInt(user_id) >> 32n))
    const perYear = [...counted(joined.map((moment) => Math.floor((until - moment) / (365 * day)))).values()]
    expect(perYear.filter((n) => n >= 50).length).toBeGreaterThanOrEqual(4)
    expect(
      count('posts p JOIN users u ON u.pk = p.author_pk WHERE (CAST(u.user_id AS INTEGER) >> 32) > p.created_at')
    ).toBe(0)
  })

  it('are as recent as the data set', () => {
    expect(count(`posts WHERE created_at >= ${until}`)).toBe(0)
    for (const days of [1, 2, 7]) {
      const recent = count(`posts WHERE created_at >= ${until - days * day}`)
      expect(recent, `${days} days`).toBeGreaterThan(15 * days)
      expect(recent, `${days} days`).toBeLessThan(100 * days)
    }
  })

  it('come at hours and on weekdays of people', () => {
    // Nearly all Japanese captions are written in Japan, where clocks are nine hours ahead.
    const local = rows<{ hour: number }>(
      `SELECT (created_at + 9 * 3600) / 3600 % 24 AS hour FROM posts WHERE author_pk IN (SELECT author_pk FROM posts WHERE caption GLOB '*[ぁ-ん]*')`
    )
    const hours = counted(local.map(({ hour }) => hour))
    const between = (from: number, to: number) =>
      [...hours].reduce((sum, [hour, n]) => sum + (hour >= from && hour < to ? n : 0), 0) / (to - from)
    expect(between(18, 22)).toBeGreaterThan(4 * between(1, 5))
    const weekend = count(`posts WHERE strftime('%w', created_at, 'unixepoch') IN ('0', '6')`)
    expect(share(weekend, seedDefaults.posts)).toBeGreaterThan(2 / 7)
    expect(share(weekend, seedDefaults.posts)).toBeLessThan(0.4)
  })

  it('have plays that follow the audience, spread as by chance, and engagement that people have', () => {
    expect(row<{ most: number }>('SELECT max(plays) AS most FROM posts').most).toBeLessThan(1_500_000_000)
    const played = rows<{ plays: number; likes: number; comments: number; shares: number; followers: number }>(
      'SELECT p.*, u.followers FROM posts p JOIN users u ON u.pk = p.author_pk WHERE plays > 1000'
    )
    const away = played.map(({ plays, followers }) => Math.log10(plays / (2.4 * (followers + 150) ** 0.86)))
    const mean = away.reduce((sum, one) => sum + one, 0) / away.length
    const deviation = Math.sqrt(away.reduce((sum, one) => sum + (one - mean) ** 2, 0) / away.length)
    expect(Math.abs(mean)).toBeLessThan(0.4)
    expect(deviation).toBeGreaterThan(0.3)
    expect(deviation).toBeLessThan(0.8)
    const rates = played
      .map(({ plays, likes, comments, shares }) => (likes + comments + shares) / plays)
      .sort((a, b) => a - b)
    expect(rates[Math.floor(rates.length / 2)]).toBeGreaterThan(0.03)
    expect(rates[Math.floor(rates.length / 2)]).toBeLessThan(0.08)
    expect(rates.at(-1)).toBeLessThan(0.6)
  })
})

describe('trends', () => {
  type Use = { of: number; at: number; author: number | null; followers: number | null }
  const livesOf = (sql: string): Map<number, Use[]> =>
    Map.groupBy(
      rows<Use>(`SELECT ${sql} LEFT JOIN users u ON u.pk = p.author_pk ORDER BY p.created_at`),
      ({ of }) => of
    )
  const about = 'p.created_at * 1000 AS at, p.author_pk AS author, u.followers'
  const sounds = livesOf(`p.sound_pk AS of, ${about} FROM posts p JOIN sounds s ON s.pk = p.sound_pk`)
  const hashtags = livesOf(`h.hashtag_pk AS of, ${about} FROM posts p JOIN hashtag_posts h ON h.post_pk = p.pk`)
  const risen = (lives: Map<number, Use[]>) =>
    [...lives.values()].flatMap((uses) => {
      const days = daysOf(uses.map(({ at }) => at))
      const rise = takeOffOf(days)
      // Not those that had most posts at once.
      return rise === null || rise.at === Date.parse(days[0]?.at ?? '') ? [] : [{ uses, rise }]
    })

  it('are some of the sounds with enough posts, and several of those that are used most', () => {
    const enough = [...sounds.values()].filter((uses) => uses.length >= 25)
    expect(share(risen(sounds).length, enough.length)).toBeGreaterThan(0.05)
    expect(share(risen(sounds).length, enough.length)).toBeLessThan(0.2)
    const mostUsed = [...sounds].sort((a, b) => b[1].length - a[1].length).slice(0, 20)
    expect(risen(new Map(mostUsed)).length).toBeGreaterThanOrEqual(3)
    const originals = new Set(rows<{ pk: number }>('SELECT pk FROM sounds WHERE is_original').map(({ pk }) => pk))
    expect(risen(sounds).filter(({ uses }) => originals.has(uses[0]?.of ?? 0)).length).toBeGreaterThanOrEqual(2)
  })

  it('are a few hashtags', () => {
    expect(risen(hashtags).length).toBeGreaterThanOrEqual(4)
    expect(risen(hashtags).length).toBeLessThan(10)
  })

  it.each([
    ['sounds', sounds],
    ['hashtags', hashtags]
  ])('of %s are begun by somebody small, stay quiet for days, rise by many and decay for long', (_, lives) => {
    for (const { uses, rise } of risen(lives)) {
      const [first] = uses
      expect(first?.followers ?? 0).toBeLessThan(100_000)
      expect(rise.at - (first?.at ?? 0)).toBeGreaterThan(3 * day * 1000)
      expect(rise.before).toBeLessThan(0.1 * uses.length)
      const wave = uses.filter(({ at }) => at >= rise.at && at < rise.at + 7 * day * 1000)
      expect(new Set(wave.map(({ author }) => author)).size).toBeGreaterThan(0.85 * wave.length)
      const [latest] = uses.slice(-1)
      const isOver = (until - 60 * day) * 1000 > rise.at
      if (isOver) expect((latest?.at ?? 0) - rise.at).toBeGreaterThan(50 * day * 1000)
    }
  })

  it('leave some that have just begun to rise', () => {
    const latest = Math.max(...[...risen(sounds), ...risen(hashtags)].map(({ rise }) => rise.at))
    expect(latest).toBeGreaterThan((until - 30 * day) * 1000)
  })
})

describe('the past', () => {
  const db = new DatabaseSync(inject('defaultDataset'), { readOnly: true })
  made.push(db)
  const users = storedSamples(db, 'users')
  const posts = storedSamples(db, 'posts')
  const series = (samples: readonly Sample[], field: number): number[] =>
    samples.map(({ values }) => values[field] ?? Number.NaN)
  const falls = (counts: readonly number[]): boolean => counts.some((count, at) => count < (counts[at - 1] ?? 0))
  const ofUsers = publicUsers.map((user) => ({ user, samples: users.get(user.pk) ?? [] }))

  it('is a year of weeks and a week of days for every creator, from joining on', () => {
    expect(users.size).toBe(seedDefaults.users)
    const weeks = Array.from({ length: 53 }, (_, week) => 7 * week)
    const whole = [...weeks, 30, 1, 2, 3, 4, 5, 6].sort((a, b) => b - a)
    const ages = [...users.values()].map((samples) => samples.map(({ at }) => (until - (at ?? 0)) / day))
    for (const days of ages) expect(days).toEqual(whole.slice(-days.length))
    expect(share(ages.filter(({ length }) => length < whole.length).length, ages.length)).toBeGreaterThan(0.02)
    expect(share(ages.filter(({ length }) => length === whole.length).length, ages.length)).toBeGreaterThan(0.7)
  })

  it('lets followers rise by different measures, and some creators lose a few', () => {
    const followers = ofUsers.map(({ samples }) => series(samples, 0))
    const losing = followers.filter(falls)
    expect(share(losing.length, followers.length)).toBeGreaterThan(0.05)
    expect(share(losing.length, followers.length)).toBeLessThan(0.25)
    for (const counts of losing) expect(Math.max(...counts)).toBeLessThan(1.3 * (counts.at(-1) ?? 0) + 3)
    const rates = followers.map((counts) => (counts.at(-1) ?? 0) / (counts[0] ?? 1)).sort((a, b) => a - b)
    expect(rates[Math.floor(0.25 * rates.length)]).toBeLessThan(1.3)
    expect(rates[Math.floor(0.9 * rates.length)]).toBeGreaterThan(1.6)
  })

  it('has bursts of followers after posts that were played far more than usual', () => {
    const bursts = ofUsers.flatMap(({ user, samples }) => {
      const weeks = samples.filter(({ at }) => (until - (at ?? 0)) % (7 * day) === 0)
      if (weeks.length < 53) return []
      const weekly = series(weeks, 0)
      const gains = weekly.slice(1).map((count, at) => count - (weekly[at] ?? 0))
      const usual = gains.toSorted((a, b) => a - b)[Math.floor(gains.length / 2)] ?? 0
      const most = Math.max(...gains)
      const week = gains.indexOf(most) + 1
      return user.followers > 10_000 && usual > 0 && week > 2 && week < 46 && most > 4 * usual
        ? [{ user, weeks, gains, week }]
        : []
    })
    expect(bursts.length).toBeGreaterThan(20)
    const afterHits = bursts.filter(({ user, weeks, week }) => {
      const at = weeks[week]?.at ?? 0
      const { usual, hit } = row<{ usual: number; hit: number }>(
        `SELECT avg(plays) AS usual, max(plays) FILTER (WHERE created_at BETWEEN ? AND ?) AS hit FROM posts WHERE author_pk = ?`,
        at - 21 * day,
        at,
        user.pk
      )
      return hit > 1.5 * usual
    })
    expect(share(afterHits.length, bursts.length)).toBeGreaterThan(0.9)
    // A burst decays over weeks.
    const decaying = bursts.filter(({ gains, week }) => (gains[week + 4] ?? 0) < (gains[week - 1] ?? 0) / 2)
    expect(share(decaying.length, bursts.length)).toBeGreaterThan(0.8)
  })

  it('shows a fall of videos and likes where posts were deleted, and of nothing else', () => {
    const falling = (field: number) => ofUsers.filter(({ samples }) => falls(series(samples, field)))
    // New videos may outweigh deleted ones within a week.
    for (const field of [2, 3]) {
      expect(falling(field).length).toBeGreaterThan(10)
      expect(share(falling(field).length, ofUsers.length)).toBeLessThan(0.1)
    }
    const both = falling(3).filter(({ samples }) => falls(series(samples, 2)))
    expect(share(both.length, falling(3).length)).toBeGreaterThan(0.8)
    expect(falling(1)).toEqual([])
  })

  it('lets plays rise fast and saturate, once a day for young posts', () => {
    const published = new Map(
      rows<{ pk: number; at: number; plays: number }>('SELECT pk, created_at AS at, plays FROM posts').map((post) => [
        post.pk,
        post
      ])
    )
    for (const [pk, { at }] of published) {
      const age = (until - at) / day
      if (age <= 45) expect(posts.get(pk)?.length, String(pk)).toBe(Math.floor(age) + 1)
    }
    const grown = [...posts].flatMap(([pk, samples]) => {
      const { at = 0, plays = 0 } = published.get(pk) ?? {}
      return samples.length > 30 && plays > 1_000 ? [{ at, plays, samples }] : []
    })
    expect(grown.length).toBeGreaterThan(300)
    const halfway = grown.map(
      ({ at, plays, samples }) =>
        ((samples.find(({ values }) => (values[0] ?? 0) >= plays / 2)?.at ?? Number.POSITIVE_INFINITY) - at) / day
    )
    expect(share(halfway.filter((days) => days < 5).length, grown.length)).toBeGreaterThan(0.8)
    // Some are found late.
    expect(share(halfway.filter((days) => days > 6).length, grown.length)).toBeGreaterThan(0.02)
    const lastWeek = grown.map(({ plays, samples }) => 1 - (samples.at(-8)?.values[0] ?? 0) / plays)
    expect(share(lastWeek.filter((part) => part < 0.1).length, grown.length)).toBeGreaterThan(0.8)
  })

  it('has some samples of older posts that are played much', () => {
    const old = rows<{ pk: number }>(
      `SELECT pk FROM posts WHERE plays > 1000000 AND created_at BETWEEN ${until - 300 * day} AND ${until - 60 * day}`
    )
    expect(old.length).toBeGreaterThan(50)
    for (const { pk } of old) expect(posts.get(pk)?.length ?? 0, String(pk)).toBeGreaterThan(6)
  })
})

describe('captions', () => {
  it('hardly ever say what the creator said lately', () => {
    const lines = rows<{ author_pk: number; caption: string }>(
      'SELECT author_pk, caption FROM posts WHERE caption IS NOT NULL AND author_pk IS NOT NULL ORDER BY author_pk, pk'
    )
    const lately: string[] = []
    let before = 0
    let again = 0
    for (const { author_pk, caption } of lines) {
      if (author_pk !== before) lately.length = 0
      before = author_pk
      const line = said(caption)
        .replace(/[\s.]+/gu, ' ')
        .trim()
      if (line.length < 8) continue
      if (lately.includes(line)) again += 1
      lately.push(line)
      if (lately.length > 10) lately.shift()
    }
    expect(share(again, lines.length)).toBeLessThan(0.005)
  })

  it('hardly ever come twice', () => {
    const again = [...counted(captions).values()].filter((n) => n > 1).reduce((sum, n) => sum + n, 0)
    expect(share(again, captions.length)).toBeLessThan(0.05)
  })

  it('hardly ever say the same, whatever hashtags stand behind', () => {
    const bare = captions
      .map((caption) =>
        said(caption)
          .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
          .trim()
          .toLowerCase()
      )
      .filter((words) => words.length > 8)
    const again = [...counted(bare).values()].filter((n) => n > 1).reduce((sum, n) => sum + n, 0)
    expect(share(again, bare.length)).toBeLessThan(0.1)
  })

  it('say several things of what they are about', () => {
    const subjects = new Set(
      topics.flatMap(({ things, doings, wins, tips, lines }) =>
        [things, doings, wins, tips, lines].flat().flatMap((phrase) => phrase.match(/[a-z]{6,}/g) ?? [])
      )
    )
    // Where a word stands: with which two words before and behind it.
    const standing = Map.groupBy(
      captions.flatMap((caption) => {
        const words =
          said(caption)
            .toLowerCase()
            .match(/[\p{L}\p{M}’-]+/gu) ?? []
        return words.flatMap((word, at) =>
          subjects.has(word) ? [{ word, place: words.slice(Math.max(0, at - 2), at + 3).join(' ') }] : []
        )
      }),
      ({ word }) => word
    )
    const often = [...standing].filter(([, uses]) => uses.length >= 8)
    expect(often.length).toBeGreaterThan(400)
    const inOnePlace = often.filter(
      ([, uses]) => Math.max(...counted(uses.map(({ place }) => place)).values()) > 0.9 * uses.length
    )
    expect(share(inOnePlace.length, often.length), inOnePlace.map(([word]) => word).join()).toBeLessThan(0.05)
    for (const word of ['lasagna', 'sawdust', 'omelette', 'recipe']) {
      expect(new Set(standing.get(word)?.map(({ place }) => place)).size, word).toBeGreaterThanOrEqual(6)
    }
  })

  it('have no sentence that a reader would know again', () => {
    const sentences = captions.flatMap((caption) =>
      said(caption)
        .split(/[\n.!?…。！？؟।]+/u)
        .map((sentence) => sentence.trim())
        .filter((sentence) => sentence.length > 3)
    )
    const [most = '', times = 0] = [...counted(sentences)].sort((a, b) => b[1] - a[1])[0] ?? []
    expect(share(times, sentences.length), most).toBeLessThan(0.002)
    expect(new Set(sentences).size).toBeGreaterThan(10_000)
  })

  it('stand with hashtags of their own script', () => {
    const scripts = [
      'Arabic',
      'Bengali',
      'Cyrillic',
      'Devanagari',
      'Greek',
      'Han',
      'Hangul',
      'Hebrew',
      'Hiragana',
      'Katakana',
      'Thai'
    ]
    const patterns = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
    // Japanese mixes three.
    const family = (at: number) =>
      ['Han', 'Hiragana', 'Katakana'].includes(scripts[at] ?? '') ? 'Japanese' : scripts[at]
    const families = (text: string) =>
      new Set(patterns.flatMap((pattern, at) => (pattern.test(text) ? [family(at)] : [])))
    const mixed = rows<{ caption: string; hashtags: string }>(
      'SELECT caption, hashtags FROM posts WHERE caption IS NOT NULL'
    ).filter(({ caption, hashtags }) => {
      const words = said(caption)
      const tags: HashtagUse[] = JSON.parse(hashtags)
      return /\p{L}/u.test(words) && !families(tags.map(({ name }) => name).join(' ')).isSubsetOf(families(words))
    })
    expect(mixed.slice(0, 3)).toEqual([])
  })

  it('mention creators that exist', () => {
    const known = new Set(rows<{ username: string }>('SELECT username FROM users').map(({ username }) => username))
    const mentioned = captions.flatMap((caption) =>
      [...caption.matchAll(/@([A-Za-z0-9._]+)/g)].map(([, name = '']) => name)
    )
    expect(mentioned.length).toBeGreaterThan(1_000)
    // A mention may end a sentence.
    expect(mentioned.filter((name) => !known.has(name) && !known.has(name.replace(/\.$/, '')))).toEqual([])
    expect(new Set(mentioned).size).toBeGreaterThan(300)
  })
})

describe('everything else', () => {
  it('nobody has been at it for longer than creators there are', () => {
    const years = rows<{ bio: string }>('SELECT bio FROM users WHERE bio IS NOT NULL')
      .flatMap(({ bio }) => bio.replace(/\n.*/s, '').match(/\d+/g) ?? [])
      .map(Number)
    expect(years.length).toBeGreaterThan(20)
    expect(Math.max(...years)).toBeLessThan(10)
  })

  it('has live rooms of their own titles, about what their streamers do', () => {
    const titles = rows<{ title: string }>('SELECT title FROM live_rooms').map(({ title }) => title)
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('has sounds of artists who do not feature themselves', () => {
    const pairs = rows<{ author: string }>(`SELECT author FROM sounds WHERE author LIKE '% feat. %'`)
    expect(pairs.length).toBeGreaterThan(20)
    for (const { author } of pairs) expect(new Set(author.split(' feat. ')).size, author).toBe(2)
    const library = 'sounds WHERE published_at IS NOT NULL'
    expect(row<{ n: number }>(`SELECT count(DISTINCT title) AS n FROM ${library}`).n).toBe(count(library))
  })

  it('has no sound in use before it is out', () => {
    expect(count('posts p JOIN sounds s ON s.pk = p.sound_pk WHERE s.published_at > p.created_at')).toBe(0)
  })

  it.each(['New York', 'London', 'Paris', 'Tokyo', 'Los Angeles'])('has posts at %s', (name) => {
    expect(count(`posts p JOIN places l ON l.pk = p.place_pk WHERE l.name = '${name}'`)).toBeGreaterThanOrEqual(10)
  })
})
