import { factsSeparator } from '../../records/facts-key.ts'

const soundFacts = (alias: string): string =>
  `coalesce(${alias}title, '') || '${factsSeparator}' || coalesce(${alias}author, '') || '${factsSeparator}' || coalesce(CAST(${alias}is_original AS TEXT), '')`

/** Identifies a sound in rankings and look-ups: its id, or the result of `keyOfSound` for its facts. */
export const soundKey = (alias: string): string => `coalesce(${alias}sound_id, ${soundFacts(alias)})`

/** Sounds with an id that their facts may identify too. A title or author alone is ambiguous, and index keys have a maximum length. */
const isNamed = "sound_id IS NOT NULL AND title <> '' AND author <> '' AND length(title) + length(author) <= 600"
export const soundIndexes = `CREATE INDEX sounds_by_key ON sounds ((${soundKey('')}));
CREATE INDEX sounds_by_facts ON sounds ((${soundFacts('')})) WHERE ${isNamed};`

/** The facts of a sound with an id, if they may identify it. */
export const namesOfSound = (pk: string): string =>
  `SELECT ${soundFacts('')} FROM sounds WHERE pk = ${pk} AND ${isNamed}`

/** The row of a sound. Facts identify the sound with an id that has them, unless several sounds do. */
export const soundOf = (key: string): string => `SELECT s.pk FROM (SELECT ${key} AS key) asked JOIN sounds s
  ON s.pk = coalesce((SELECT max(pk) FROM (SELECT pk FROM sounds WHERE ${soundFacts('')} = asked.key AND ${isNamed} LIMIT 2) few
      HAVING count(*) = 1),
    (SELECT pk FROM sounds WHERE ${soundKey('')} = asked.key))`

/** Identifies a hashtag in rankings: its id, or its name. */
export const hashtagKey = (alias: string): string => `coalesce(${alias}.hashtag_id, '#' || ${alias}.canonical_name)`

/** The row of a hashtag. A name identifies the same hashtag as in imports, which may have got an id since. */
export const hashtagOf = (key: string): string => `SELECT h.pk FROM (SELECT ${key} AS key) asked JOIN hashtags h
  ON h.pk = coalesce((SELECT pk FROM hashtags WHERE hashtag_id = asked.key),
    (SELECT hashtag_pk FROM hashtag_names WHERE name = substr(asked.key, 2) AND asked.key LIKE '#%'),
    (SELECT pk FROM hashtags WHERE canonical_name = substr(asked.key, 2) AND asked.key LIKE '#%'
      ORDER BY hashtag_id IS NULL, length(hashtag_id), hashtag_id LIMIT 1))`
