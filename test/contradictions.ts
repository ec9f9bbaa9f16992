import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { countFields, type ObservedKind } from '../src/engines/history/samples.ts'
import { languages } from '../src/ingest/seed/words.ts'
import { storedSamples } from './stored-samples.ts'

type Row = Record<string, SQLOutputValue>

/** A rule of a made-up world, and what in a data set breaks it. */
type Rule = readonly [sentence: string, broken: (db: DatabaseSync) => unknown[]]

const rows = (db: DatabaseSync, sql: string): Row[] => db.prepare(sql).all()
const text = (value: SQLOutputValue | undefined): string => String(value ?? '')

/** A rule that some rows break. */
const none = (sentence: string, sql: string): Rule => [sentence, (db) => rows(db, `SELECT ${sql}`)]

/** When something was made, in the data set's own calendar: ids begin with that. */
const born = (id: string): string => `(CAST(${id} AS INTEGER) >> 32)`

/** Captions of creators, in the order of time. */
const captionsOf = (db: DatabaseSync): Map<SQLOutputValue | undefined, Row[]> =>
  Map.groupBy(
    rows(
      db,
      `SELECT p.author_pk, p.caption, p.created_at, u.username, u.display_name, u.bio FROM posts p JOIN users u ON u.pk = p.author_pk
        WHERE caption IS NOT NULL ORDER BY p.author_pk, p.created_at, p.pk`
    ),
    ({ author_pk }) => author_pk
  )

/** What stands around the number of a series in any language: `Day (\d+) of`. */
const series = new RegExp(
  languages
    .flatMap(({ captions, composed }) => [...captions, ...composed])
    .filter((template) => template.includes('{number}'))
    .map((template) => {
      const [before = '', after = ''] = template.split('{number}')
      const literal = (part: string | undefined) => RegExp.escape(part ?? '')
      return `${literal(before.split('}').at(-1))}(\\d+)${literal(after.split('{')[0])}`
    })
    .concat('#day(\\d+)\\b')
    .join('|'),
  'gu'
)
const numbersIn = (caption: string): number[] =>
  [...caption.matchAll(series)].map((match) => Number(match.slice(1).find((group) => group !== undefined)))

const flagsIn = (texts: readonly string[]): Set<string> =>
  new Set(texts.flatMap((one) => one.match(/\p{Regional_Indicator}{2}/gu) ?? []))

const yearsIn = (bio: string): string => (bio.replace(/\n📩.*/su, '').match(/\d+/g) ?? []).join(' ')

/** Rows of a kind with their samples; `since`: column of the time before which there are none. */
const sampled = (db: DatabaseSync, kind: ObservedKind, since: string) => {
  const samples = storedSamples(db, kind)
  return rows(
    db,
    `SELECT *, ${since} AS since, (SELECT value FROM dataset_facts WHERE name = 'as_of') AS until FROM ${kind} t`
  ).flatMap((row) => {
    const own = samples.get(Number(row.pk))
    return own === undefined ? [] : [{ row, samples: own, fields: countFields[kind] }]
  })
}

const endsWithItsCounts = (db: DatabaseSync, kind: ObservedKind, since: string): unknown[] =>
  sampled(db, kind, since).filter(({ row, samples, fields }) => {
    const last = samples.at(-1)
    const isOrdered = samples.every(({ at }, index) => (at ?? 0) > (samples[index - 1]?.at ?? Number(row.since)))
    return !isOrdered || last?.at !== row.until || fields.some((field, index) => row[field] !== last?.values[index])
  })

/** What has to hold in every data set that is made, whatever its seed and size. */
export const rules: readonly Rule[] = [
  none(
    'likes of an account that lists all its videos are those of its posts',
    `username, total_likes, sum(likes) AS listed FROM users u LEFT JOIN posts p ON p.author_pk = u.pk
      GROUP BY u.pk HAVING total_videos = count(p.pk) AND total_likes <> coalesce(sum(likes), 0)`
  ),
  none(
    'videos that an account does not list have about as many likes as those that it lists',
    `username, total_videos - count(*) AS unlisted, (total_likes - sum(likes)) / (total_videos - count(*)) AS likes, avg(likes) AS listed
      FROM users u JOIN posts p ON p.author_pk = u.pk GROUP BY u.pk
      HAVING count(*) >= 10 AND total_videos > count(*)
        AND (total_likes - sum(likes)) * 1.0 / (total_videos - count(*)) NOT BETWEEN avg(likes) / 30 AND avg(likes) * 30`
  ),
  none(
    'nobody lists more videos than there are',
    'username FROM users u WHERE total_videos < (SELECT count(*) FROM posts WHERE author_pk = u.pk)'
  ),
  none('who has no videos has no likes', 'username, total_likes FROM users WHERE total_videos = 0 AND total_likes > 0'),
  none(
    'nobody has made more than some videos a day since joining',
    `username, total_videos FROM users, (SELECT value AS until FROM dataset_facts WHERE name = 'as_of')
      WHERE total_videos > 10 AND total_videos > 8 * (until - ${born('user_id')}) / 86400`
  ),
  none(
    'no counter of a post is above its plays',
    'post_id, plays, likes, comments FROM posts WHERE max(likes, comments, shares, saves, reposts) > plays'
  ),
  none(
    'no counter of a post is above its likes',
    'post_id FROM posts WHERE max(comments, shares, saves, reposts) > likes'
  ),
  none(
    'private accounts are small and have no badge',
    'username, followers, verified FROM users WHERE is_private AND (verified OR followers >= 1000)'
  ),
  none(
    'lists of followers are no longer than followers are counted',
    'username FROM users u JOIN follower_counts c ON c.user_pk = u.pk WHERE listed > followers'
  ),
  none(
    'nobody is seen to follow more accounts than they count',
    'username FROM users u WHERE following < (SELECT count(*) FROM followers WHERE follower_pk = u.pk)'
  ),
  none(
    'nobody follows before both accounts are there',
    `a.username, b.username AS follower FROM followers f JOIN users a ON a.pk = f.user_pk JOIN users b ON b.pk = f.follower_pk
      WHERE followed_at < max(${born('a.user_id')}, ${born('b.user_id')})`
  ),
  none('nobody follows themselves', 'user_pk FROM followers WHERE user_pk = follower_pk'),
  none(
    'posts come after their account, their sound and their place',
    `post_id FROM posts p LEFT JOIN users u ON u.pk = p.author_pk LEFT JOIN sounds s ON s.pk = p.sound_pk LEFT JOIN places l ON l.pk = p.place_pk
      WHERE p.created_at < max(coalesce(${born('u.user_id')}, 0), coalesce(${born('s.sound_id')}, 0), coalesce(s.published_at, 0),
        coalesce(${born('l.place_id')}, 0))`
  ),
  none(
    'original sounds are in use',
    'sound_id FROM sounds WHERE is_original AND sound_id IS NOT NULL AND posts_count = 0'
  ),
  none(
    'original sounds are first used by who recorded them, in a video of their length',
    `s.sound_id, u.display_name, s.author FROM sounds s
      JOIN posts p ON p.pk = (SELECT pk FROM posts WHERE sound_pk = s.pk ORDER BY created_at, pk LIMIT 1)
      LEFT JOIN users u ON u.pk = p.author_pk WHERE is_original AND sound_id IS NOT NULL
        AND (u.display_name IS NOT s.author OR p.duration_seconds NOT IN (0, s.duration_seconds))`
  ),
  none(
    'no video is longer than the original sound it uses',
    `post_id FROM posts p JOIN sounds s ON s.pk = p.sound_pk WHERE is_original AND sound_id IS NOT NULL AND p.duration_seconds > s.duration_seconds`
  ),
  none(
    'sounds and places count the posts they list',
    `pk FROM sounds s WHERE posts_count <> (SELECT count(*) FROM posts WHERE sound_pk = s.pk)
      UNION ALL SELECT pk FROM places l WHERE posts_count <> (SELECT count(*) FROM posts WHERE place_pk = l.pk)`
  ),
  none(
    'posts are reposted as often as they count, or more often',
    'post_id FROM posts p JOIN (SELECT post_pk, count(*) AS n FROM reposts GROUP BY post_pk) r ON r.post_pk = p.pk WHERE n > p.reposts'
  ),
  none(
    'nobody reposts what is their own, or before it or they are there',
    `p.post_id FROM reposts r JOIN posts p ON p.pk = r.post_pk JOIN users u ON u.pk = r.user_pk
      WHERE p.author_pk = r.user_pk OR reposted_at < max(p.created_at, ${born('u.user_id')})`
  ),
  none(
    'collections hold posts of their creator, of whom they have names of their own',
    `c.name FROM collections c JOIN collection_posts cp ON cp.collection_pk = c.pk JOIN posts p ON p.pk = cp.post_pk WHERE p.author_pk <> c.user_pk
      UNION ALL SELECT name FROM collections GROUP BY user_pk, name HAVING count(*) > 1
      UNION ALL SELECT name FROM collections c WHERE posts_count <> (SELECT count(*) FROM collection_posts WHERE collection_pk = c.pk)`
  ),
  none(
    'collections and rooms come after their account',
    `collection_id AS id FROM collections c JOIN users u ON u.pk = c.user_pk WHERE ${born('collection_id')} < ${born('user_id')}
      UNION ALL SELECT room_id FROM live_rooms r JOIN users u ON u.pk = r.user_pk WHERE ${born('room_id')} < ${born('user_id')}`
  ),
  none(
    'rooms have at most as many viewers as their streamer has followers, and none when they have ended',
    'room_id FROM live_rooms r JOIN users u ON u.pk = r.user_pk WHERE viewer_count > followers + 1 OR (status = 4 AND viewer_count > 0)'
  ),
  none(
    'nobody is on the air who has stopped posting long ago',
    `username FROM live_rooms r JOIN users u ON u.pk = r.user_pk, (SELECT value AS until FROM dataset_facts WHERE name = 'as_of')
      WHERE status <> 4 AND (SELECT max(created_at) FROM posts WHERE author_pk = u.pk) < until - 250 * 86400`
  ),
  none(
    'nobody with an audience calls the account small',
    `username, bio FROM users WHERE followers > 20000 AND (bio LIKE '%small account%' OR bio LIKE '%حساب صغير%')
      UNION ALL SELECT username, title FROM live_rooms r JOIN users u ON u.pk = r.user_pk
        WHERE title LIKE '%road to %k' AND followers > 1000 * CAST(substr(title, instr(title, 'road to ') + 8) AS INTEGER)`
  ),
  none(
    'nobody promises a video a week and has none for months',
    `username, bio FROM users u, (SELECT value AS until FROM dataset_facts WHERE name = 'as_of') WHERE (bio LIKE '%every week%' OR bio LIKE '%chaque semaine%'
      OR bio LIKE '%par semaine%' OR bio LIKE '%cada semana%' OR bio LIKE '%毎週%') AND (SELECT max(created_at) FROM posts WHERE author_pk = u.pk) < until - 60 * 86400`
  ),
  [
    'nobody mentions themselves, or somebody who has not joined',
    (db) => {
      const joined = new Map(
        rows(db, `SELECT username, ${born('user_id')} AS joined FROM users`).map((user) => [
          text(user.username),
          Number(user.joined)
        ])
      )
      return [...captionsOf(db).values()].flat().filter(({ caption, created_at, username }) =>
        [...text(caption).matchAll(/@([A-Za-z0-9._]+)/g)].some(([, name = '']) => {
          // A mention may end a sentence.
          const mentioned = joined.has(name) ? name : name.replace(/\.$/, '')
          return mentioned === text(username) || (joined.get(mentioned) ?? 0) > Number(created_at)
        })
      )
    }
  ],
  [
    'the numbers of a creator’s series rise with time',
    (db) =>
      [...captionsOf(db).values()].flatMap((posts) => {
        const numbers = posts.map(({ caption }) => numbersIn(text(caption))).filter((one) => one.length > 0)
        return numbers.filter((one, index) => {
          const before = index === 0 ? 0 : Math.max(...(numbers[index - 1] ?? []))
          return new Set(one).size > 1 || Math.min(...one) <= before
        })
      })
  ],
  [
    'captions have the hashtags that their posts have',
    (db) =>
      rows(db, 'SELECT caption, hashtags FROM posts WHERE caption IS NOT NULL').filter(({ caption, hashtags }) => {
        // What the writer stores: a list of {id, name}.
        const names = (JSON.parse(text(hashtags)) as { name: string }[]).map(({ name }) => name)
        return [...text(caption).matchAll(/#([^\s#]+)/gu)].map(([, name]) => name).join(' ') !== names.join(' ')
      })
  ],
  [
    'a creator is of one country, wherever a flag stands',
    (db) => {
      const variants = Map.groupBy(rows(db, 'SELECT * FROM user_variants'), ({ user_pk }) => user_pk)
      return [...captionsOf(db)].flatMap(([pk, posts]) => {
        const own = [posts[0]?.display_name, posts[0]?.bio, ...(variants.get(pk) ?? []).map(({ bio }) => bio)]
        const flags = flagsIn([...own, ...posts.map(({ caption }) => caption)].map(text))
        return flags.size > 1 ? [[posts[0]?.username, ...flags]] : []
      })
    }
  ],
  [
    'profiles say the same in every region',
    (db) =>
      rows(
        db,
        'SELECT u.bio AS own, u.website_url AS site, v.* FROM user_variants v JOIN users u ON u.pk = v.user_pk'
      ).filter(
        ({ own, bio, site, website_url }) =>
          (own === null) !== (bio === null) ||
          yearsIn(text(own)) !== yearsIn(text(bio)) ||
          text(own).includes('📩') !== text(bio).includes('📩') ||
          (site === null && website_url !== null)
      )
  ],
  [
    'captions are whole',
    (db) =>
      rows(db, `SELECT caption FROM posts WHERE caption GLOB '*[[{}*|]*' OR caption LIKE '%]%' OR caption LIKE '%  %'`)
  ],
  [
    'samples of creators begin after joining and end with the profile',
    (db) => endsWithItsCounts(db, 'users', born('t.user_id'))
  ],
  [
    'samples of posts begin after publication and end with its counts',
    (db) => endsWithItsCounts(db, 'posts', 't.created_at')
  ],
  [
    'counts of posts never fell',
    (db) =>
      sampled(db, 'posts', 't.created_at').filter(({ samples }) =>
        samples.some(({ values }, at) =>
          values.some((value, index) => (value ?? 0) < (samples[at - 1]?.values[index] ?? 0))
        )
      )
  ]
]
