import { createDatabase } from '../test/own-postgres.ts'
import { questions } from '../test/questions.ts'
import { makeDataset } from './dataset.ts'
import { median } from './load.ts'
import { fillDatabase } from './postgres.ts'
import { clipgraphEnv, key, type Running, servers, start } from './servers.ts'
import { type Ask, endOf, unrepeated } from './sets-questions.ts'

/**
 * Questions of the guide "Filter and sort" over one PostgreSQL, asked of clipgraph and of PostGraphile with its filter plugin, in
 * turns. PostGraphile gets an index for each question, and functions of its own where its plugin does not reach.
 *
 *   node bench/sets-peers.ts [posts]
 */
const posts = Number(process.argv[2] ?? 20_000)
const rounds = 25
const warmUps = 5
const print = (line: string): void => void process.stdout.write(`${line}\n`)

const tagged = (names: string, quantifier = 'some') =>
  `uses: { ${quantifier}: { hashtag: { name: { in: [${names}] } } } }`

/** By the number that a question begins with: how PostGraphile is asked, and what of its answer is compared. */
const theirs: Readonly<Record<string, string>> = {
  '01': `query ($since: BigInt!, $most: BigInt!) {
    list: allPosts(filter: { reposts: { lessThanOrEqualTo: $most }, createdAt: { greaterThanOrEqualTo: $since }, ${tagged('"fyp"')} }, orderBy: [PLAYS_DESC, CREATED_AT_DESC, ID_ORDER_DESC], first: 3) {
      totalCount nodes { plays createdAt author { username } }
    }
  }`,
  '02': `query ($most: BigInt!) {
    list: allCreatorScores(filter: {
      engagementRate: { greaterThanOrEqualTo: 0.05 }
      user: { totalVideos: { lessThanOrEqualTo: $most }, followers: { greaterThanOrEqualTo: "10000", lessThanOrEqualTo: "100000" }, handle: { isNull: false } }
      or: [{ niche: { equalTo: "cooking" } }, { user: { postsByAuthorPk: { some: { ${tagged('"cooking", "homecooking", "easyrecipes"')} } } } }]
    }, orderBy: [ENGAGEMENT_RATE_DESC], first: 3) { totalCount nodes { user { username followers } } }
  }`,
  '03': `query ($username: String!, $most: BigInt!) {
    userByHandle(handle: $username) {
      list: postsByAuthorPk(filter: { reposts: { lessThanOrEqualTo: $most }, isAd: { equalTo: "0" } }, orderBy: [ENGAGEMENT_RATE_DESC], first: 3) {
        totalCount nodes { engagementRate plays createdAt }
      }
    }
  }`,
  '04': `query ($most: BigInt!) {
    list: allPosts(filter: { reposts: { lessThanOrEqualTo: $most }, and: [{ ${tagged('"cooking"')} }, { ${tagged('"easyrecipes"')} }, { ${tagged('"fyp"', 'none')} }] }, orderBy: [CREATED_AT_DESC, ID_ORDER_DESC], first: 3) {
      totalCount nodes { createdAt hashtags }
    }
  }`,
  '05': `query ($most: BigInt!) {
    list: allPosts(filter: { reposts: { lessThanOrEqualTo: $most }, plays: { greaterThanOrEqualTo: "1000001" }, sound: { isOriginal: { equalTo: "1" } } }, orderBy: [CREATED_AT_DESC, ID_ORDER_DESC], first: 3) {
      totalCount nodes { createdAt plays sound { title } }
    }
  }`,
  '06': 'query ($since: BigInt!, $most: BigInt!) { list: postsAWeek(tag: "yoga", since: $since, most: $most) { nodes { start count plays } } }',
  '07': `query ($most: BigInt!) {
    creators: topCreators(tag: "yoga", most: $most, first: 3) { nodes { username posts plays } }
    sounds: topSounds(tag: "yoga", most: $most, first: 3) { nodes { soundId posts plays } }
    plays: playsOfPosts(tag: "yoga", most: $most) { nodes { posts median p90 max } }
  }`,
  '08': `query ($placeId: String!, $most: BigInt!) {
    placeByPlaceId(placeId: $placeId) {
      name
      list: postsByPlacePk(filter: { reposts: { lessThanOrEqualTo: $most } }, orderBy: [SAVES_DESC, CREATED_AT_DESC, ID_ORDER_DESC], first: 3) { totalCount nodes { saves author { username } } }
    }
  }`,
  '09': `query ($since: BigInt!, $most: BigInt!) {
    list: allCreatorScores(filter: {
      tier: { lessThanOrEqualTo: "2" }, lastPostAt: { greaterThanOrEqualTo: $since }
      user: { totalVideos: { lessThanOrEqualTo: $most }, verified: { equalTo: "0" }, handle: { isNull: false } }
    }, orderBy: [AUTHORITY_SCORE_DESC], first: 3) { totalCount nodes { tier authorityScore user { username followers } } }
  }`,
  '10': `query ($most: BigInt!) {
    list: allPosts(filter: { reposts: { lessThanOrEqualTo: $most }, mentions: { equalTo: true }, author: { verified: { equalTo: "1" } }, durationSeconds: { greaterThanOrEqualTo: "61" } }, orderBy: [COMMENTS_DESC, CREATED_AT_DESC, ID_ORDER_DESC], first: 3) {
      totalCount nodes { comments durationSeconds author { username } }
    }
  }`
}

/** The indexes and functions that somebody who runs PostGraphile for these questions would make. */
const forThem = `
  SET search_path = clipgraph;
  CREATE INDEX p_plays ON all_posts (plays DESC, created_at DESC, id_order DESC) WHERE is_hidden = 0;
  CREATE INDEX p_comments ON all_posts (comments DESC, created_at DESC, id_order DESC) WHERE is_hidden = 0;
  CREATE INDEX p_created ON all_posts (created_at DESC, id_order DESC) WHERE is_hidden = 0;
  CREATE INDEX p_saves ON all_posts (place_pk, saves DESC) WHERE is_hidden = 0;
  CREATE INDEX p_uses ON hashtag_posts (post_pk, hashtag_pk);
  CREATE INDEX p_names ON hashtags (name);
  CREATE INDEX u_followers ON users (followers);
  CREATE INDEX s_rate ON creator_scores (engagement_rate DESC);
  CREATE INDEX s_authority ON creator_scores (authority_score DESC);
  CREATE INDEX s_last ON creator_scores (last_post_at);
  CREATE INDEX s_niche ON creator_scores (niche);
  CREATE INDEX p_words ON all_posts USING gin (to_tsvector('english', coalesce(caption, '')));
  CREATE FUNCTION posts_engagement_rate(p posts) RETURNS float8 LANGUAGE sql STABLE AS
    $$ SELECT round((p.likes + coalesce(p.comments, 0) + coalesce(p.shares, 0))::numeric / nullif(p.plays, 0), 6)::float8 $$;
  CREATE FUNCTION posts_mentions(p posts) RETURNS boolean LANGUAGE sql STABLE AS
    $$ SELECT to_tsvector('english', coalesce(p.caption, '')) @@ to_tsquery('english', 'coffee') $$;
  COMMENT ON FUNCTION posts_engagement_rate(posts) IS E'@behavior +typeField +orderBy +proc:orderBy +filterBy';
  COMMENT ON FUNCTION posts_mentions(posts) IS E'@behavior +typeField +filterBy';
  CREATE FUNCTION posts_a_week(tag text, since bigint, most bigint, OUT start timestamptz, OUT count bigint, OUT plays numeric) RETURNS SETOF record LANGUAGE sql STABLE AS
    $$ SELECT date_trunc('week', to_timestamp(p.created_at), 'UTC'), count(*), sum(p.plays) FROM hashtags t JOIN hashtag_posts u ON u.hashtag_pk = t.pk JOIN posts p ON p.pk = u.post_pk
       WHERE t.name = tag AND u.created_at >= since AND p.reposts <= most GROUP BY 1 ORDER BY 1 $$;
  CREATE FUNCTION top_creators(tag text, most bigint, OUT username text, OUT posts bigint, OUT plays numeric) RETURNS SETOF record LANGUAGE sql STABLE AS
    $$ SELECT a.username, count(*), sum(p.plays) FROM hashtags t JOIN hashtag_posts u ON u.hashtag_pk = t.pk JOIN posts p ON p.pk = u.post_pk JOIN users a ON a.pk = p.author_pk
       WHERE t.name = tag AND p.reposts <= most GROUP BY a.pk, a.username ORDER BY 2 DESC, 3 DESC LIMIT 10 $$;
  CREATE FUNCTION top_sounds(tag text, most bigint, OUT sound_id text, OUT posts bigint, OUT plays numeric) RETURNS SETOF record LANGUAGE sql STABLE AS
    $$ SELECT s.sound_id, count(*), sum(p.plays) FROM hashtags t JOIN hashtag_posts u ON u.hashtag_pk = t.pk JOIN posts p ON p.pk = u.post_pk JOIN sounds s ON s.pk = p.sound_pk
       WHERE t.name = tag AND p.reposts <= most GROUP BY s.pk, s.sound_id ORDER BY 2 DESC, 3 DESC LIMIT 10 $$;
  CREATE FUNCTION plays_of_posts(tag text, most bigint, OUT posts bigint, OUT median float8, OUT p90 float8, OUT max bigint) RETURNS SETOF record LANGUAGE sql STABLE AS
    $$ SELECT count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY p.plays), percentile_cont(0.9) WITHIN GROUP (ORDER BY p.plays), max(p.plays)
       FROM hashtags t JOIN hashtag_posts u ON u.hashtag_pk = t.pk JOIN posts p ON p.pk = u.post_pk WHERE t.name = tag AND p.reposts <= most $$;
  ANALYZE;
`

const ask = async (server: Running, body: Ask): Promise<{ ms: number; data: unknown }> => {
  const began = performance.now()
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'x-gateway-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  const { data, errors } = (await response.json()) as { data: unknown; errors?: unknown }
  if (errors !== undefined) throw new Error(`${server.title}: ${JSON.stringify(errors).slice(0, 1_000)}`)
  return { ms: performance.now() - began, data }
}

/** The first totals of an answer, which both must give alike. */
const totalIn = (data: unknown): string =>
  JSON.stringify(data)
    .match(/"totalCount":(\d+)|"(?:count|posts)":"?(\d+)/)
    ?.slice(1)
    .join('') ?? ''

const dataset = makeDataset({ users: Math.ceil(posts / 20), posts })
const end = endOf(dataset.path)
const database = await createDatabase()
const running: Running[] = []
try {
  await fillDatabase(dataset.path, database.url, forThem)
  const ours = await start(servers.clipgraph, { ...clipgraphEnv(database.url), MAX_QUERY_COST: '100000' })
  running.push(ours)
  const others = await start(
    { title: 'PostGraphile 5 with its filter plugin', file: 'peers/postgraphile-sets.mjs' },
    clipgraphEnv(database.url)
  )
  running.push(others)
  print(`${posts.toLocaleString('en')} posts in PostgreSQL; one call a question; median of ${rounds} in ms`)
  for (const { name, query, variables } of questions(end).filter(
    (each) => theirs[each.name.slice(0, 2)] !== undefined
  )) {
    const since = variables.since === undefined ? {} : { since: String(Date.parse(variables.since) / 1_000) }
    const times = { ours: [] as number[], others: [] as number[] }
    let [ourTotal, theirTotal] = ['', '']
    for (let turn = 0; turn < warmUps + rounds; turn += 1) {
      const askOurs = async () => {
        const { ms, data } = await ask(ours, unrepeated({ query, variables }, turn))
        ourTotal = totalIn(data)
        if (turn >= warmUps) times.ours.push(ms)
      }
      const askOthers = async () => {
        const body = {
          query: theirs[name.slice(0, 2)] ?? '',
          variables: { ...variables, ...since, most: String(9e15 - turn) }
        }
        const { ms, data } = await ask(others, body)
        theirTotal = totalIn(data)
        if (turn >= warmUps) times.others.push(ms)
      }
      // Nobody is always the first.
      for (const each of turn % 2 === 0 ? [askOurs, askOthers] : [askOthers, askOurs]) await each()
    }
    const [us, them] = [median(times.ours), median(times.others)]
    const totals = ourTotal === theirTotal ? `both ${ourTotal}` : `${ourTotal} and ${theirTotal}`
    print(
      `  ${name.padEnd(32)} clipgraph ${us.toFixed(1).padStart(7)}   PostGraphile ${them.toFixed(1).padStart(7)}   ${(them / us).toFixed(1)} times; ${totals}`
    )
  }
} finally {
  for (const server of running) await server.stop()
  await database.close()
  dataset.remove()
}
process.exit(0)
