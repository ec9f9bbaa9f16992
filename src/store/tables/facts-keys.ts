import { factsSeparator } from '../../records/facts-key.ts'

/** What look-ups and lists compare with the key of a sound: its id, or what `keyOfSound` makes of its facts. */
export const soundKey = (alias: string): string =>
  `coalesce(${alias}sound_id, coalesce(${alias}title, '') || '${factsSeparator}' || coalesce(${alias}author, '') || '${factsSeparator}' || coalesce(CAST(${alias}is_original AS TEXT), ''))`

/** What names a hashtag in rankings: its id, or its name. */
export const hashtagKey = (alias: string): string => `coalesce(${alias}.hashtag_id, '#' || ${alias}.canonical_name)`

/** The row of a hashtag. A name is that of the hashtag that it means in imports, which may have an id by now. */
export const hashtagOf = (key: string): string => `SELECT h.pk FROM (SELECT ${key} AS key) asked JOIN hashtags h
  ON h.pk = coalesce((SELECT pk FROM hashtags WHERE hashtag_id = asked.key),
    (SELECT hashtag_pk FROM hashtag_names WHERE name = substr(asked.key, 2) AND asked.key LIKE '#%'),
    (SELECT pk FROM hashtags WHERE canonical_name = substr(asked.key, 2) AND asked.key LIKE '#%'
      ORDER BY hashtag_id IS NULL, length(hashtag_id), hashtag_id LIMIT 1))`
