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
  // Sample data are complete, so no row needs to be checked.
  if (isCounted(name)) return `NOT ${isMadeUp}`
  // A rounded time is stored, until an exact one replaces it.
  if (name === 'created_at') return `${alias}.older LIKE '%"created_at":[%'`
  // Null where it cannot be derived.
  return name === 'share_url' ? isShareUrlDerived : `${alias}.${name} IS NULL`
}

/** SQL for facts of a row, each with its name before and a comma after it; null for a fact that it lacks. */
const account = "'account:' || u.user_id || ','"
const originsOf = (alias: string): string[] => originFields.map((name) => `'${name}:' || ${alias}.${name} || ','`)

/**
 * The names of a row's missing fields as one text, separated by commas. `more`: fields of other tables. `beside`: text before the names.
 * `often`: the field that most rows lack, often alone.
 */
const namesOf = (
  alias: string,
  names: readonly string[],
  more: Readonly<Record<string, string>> = {},
  beside: readonly string[] = [],
  often: string | null = null
): string => {
  const conditions = [...names.map((name) => [name, conditionOf(alias, name)] as const), ...Object.entries(more)]
  const texts = conditions.map(([name, condition]) => `CASE WHEN ${condition} THEN '${name},' ELSE '' END`)
  const others = conditions.filter(([name]) => name !== often).map(([, condition]) => condition)
  const alone = often === null ? '' : `WHEN ${conditionOf(alias, often)} THEN '${often},' `
  const missing = `CASE WHEN ${others.join(' OR ')} THEN ${texts.join(' || ')} ${alone}ELSE '' END`
  return `rtrim(${beside.length === 0 ? missing : `concat(${[...beside, missing].join(', ')})`}, ',')`
}

const ofStreamer = { [formerHandle]: 'u.handle IS NULL', [streamerName]: 'u.display_name IS NULL' }
/** Whether no source gave a list of an account. Lists of private accounts are always empty. */
export const isListUnknown = (alias: string, list: ListName): string =>
  `${alias}.known_lists & ${1 << listNames.indexOf(list)} = 0 AND ${alias}.is_private IS DISTINCT FROM 1 AND NOT ${isMadeUp}`
const lists = Object.fromEntries(listNames.map((list) => [list, isListUnknown('u', list)]))
export const userMissing = namesOf(
  'u',
  userFieldsThatMayBeMissing,
  { [formerHandle]: 'u.handle IS NULL', ...lists },
  originsOf('u')
)
const ofOthers = {
  [formerHandle]: 'u.pk IS NOT NULL AND u.handle IS NULL',
  author_display_name: 'u.pk IS NOT NULL AND u.display_name IS NULL',
  author_verified: 'u.pk IS NOT NULL AND u.verified IS NULL',
  sound_is_original: 's.pk IS NOT NULL AND s.is_original IS NULL'
}
export const postMissing = namesOf('p', postFieldsThatMayBeDerived, ofOthers, [account, ...originsOf('p')], 'share_url')
export const soundMissing = namesOf('s', soundFieldsThatMayBeMissing)
export const placeMissing = namesOf('p', placeFieldsThatMayBeMissing)
export const liveRoomMissing = namesOf('l', liveRoomFieldsThatMayBeMissing, ofStreamer, [account])
export const collectionMissing = namesOf('c', ['name'], { posts_count: `c.posts_count IS NULL AND NOT ${isMadeUp}` })
export const effectMissing = namesOf('e', effectFieldsThatMayBeMissing)
