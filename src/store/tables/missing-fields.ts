import {
  effectFieldsThatMayBeMissing,
  formerHandle,
  isCounted,
  type ListName,
  listNames,
  liveRoomFieldsThatMayBeMissing,
  placeFieldsThatMayBeMissing,
  postFieldsThatMayBeDerived,
  soundFieldsThatMayBeMissing,
  streamerName,
  userFieldsThatMayBeMissing
} from '../../records/missing-fields.ts'
import { originFields } from '../../records/origin.ts'
import { isMadeUp } from './schema.ts'
import { isShareUrlDerived } from './share-url.ts'

const conditionOf = (alias: string, name: string): string => {
  // Sample data lack nothing, so no row needs to be checked.
  if (isCounted(name)) return `NOT ${isMadeUp}`
  // Stored as an inexact value, which an exact one replaces.
  if (name === 'created_at') return `${alias}.older LIKE '%"created_at":[%'`
  // Null where it cannot be derived.
  return name === 'share_url' ? isShareUrlDerived : `${alias}.${name} IS NULL`
}

/** The names of a row's missing fields as one text, separated by commas. `more`: fields of other tables. `origin`: columns that REST lacks, which say where it is from. */
const namesOf = (
  alias: string,
  names: readonly string[],
  more: Readonly<Record<string, string>> = {},
  origin: readonly string[] = []
): string => {
  const conditions = [
    ...origin.map((name) => [`${name}:' || ${alias}.${name} || '`, `${alias}.${name} IS NOT NULL`] as const),
    ...names.map((name) => [name, conditionOf(alias, name)] as const),
    ...Object.entries(more)
  ]
  const texts = conditions.map(([name, condition]) => `CASE WHEN ${condition} THEN '${name},' ELSE '' END`)
  return `CASE WHEN ${conditions.map(([, condition]) => condition).join(' OR ')} THEN rtrim(${texts.join(' || ')}, ',') ELSE '' END`
}

/** The same after the id of the account that a post or live room is of, u. */
const withAccount = (names: string): string => `rtrim(coalesce('account:' || u.user_id || ',', '') || ${names}, ',')`

const ofStreamer = { [formerHandle]: 'u.handle IS NULL', [streamerName]: 'u.display_name IS NULL' }
/** Whether no source gave a list of an account. Those of private accounts are empty, whatever sources say. */
export const isListUnknown = (alias: string, list: ListName): string =>
  `${alias}.known_lists & ${1 << listNames.indexOf(list)} = 0 AND ${alias}.is_private IS DISTINCT FROM 1 AND NOT ${isMadeUp}`
const lists = Object.fromEntries(listNames.map((list) => [list, isListUnknown('u', list)]))
export const userMissing = namesOf(
  'u',
  userFieldsThatMayBeMissing,
  { [formerHandle]: 'u.handle IS NULL', ...lists },
  originFields
)
const ofOthers = {
  [formerHandle]: 'u.pk IS NOT NULL AND u.handle IS NULL',
  author_display_name: 'u.pk IS NOT NULL AND u.display_name IS NULL',
  author_verified: 'u.pk IS NOT NULL AND u.verified IS NULL',
  sound_is_original: 's.pk IS NOT NULL AND s.is_original IS NULL'
}
export const postMissing = withAccount(namesOf('p', postFieldsThatMayBeDerived, ofOthers, originFields))
export const soundMissing = namesOf('s', soundFieldsThatMayBeMissing)
export const placeMissing = namesOf('p', placeFieldsThatMayBeMissing)
export const liveRoomMissing = withAccount(namesOf('l', liveRoomFieldsThatMayBeMissing, ofStreamer))
export const collectionMissing = namesOf('c', ['name'], { posts_count: `c.posts_count IS NULL AND NOT ${isMadeUp}` })
export const effectMissing = namesOf('e', effectFieldsThatMayBeMissing)
