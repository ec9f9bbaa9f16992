import type { FileFormats } from './formats/formats.ts'
import { embeddedJson } from './input/embedded-json.ts'
import type { ValueLocation } from './input/json-frames.ts'
import { envelopeTimeOf } from './mapping/collection-time.ts'
import type { Decoded, Seen } from './mapping/decoder.ts'
import { skipped } from './mapping/post-rules.ts'
import { type Fields, isFields, readFields, readText } from './mapping/read-value.ts'
import { givenList, listIn, type OpenList, relationOf, type Subject, subjectIn } from './mapping/relations.ts'
import { joined } from './mapping/reshape.ts'

type OnDecoded = (at: string, decoded: Decoded) => void

/** Maximum depth at which records and lists are looked for in an unknown object. */
const deepest = 12

/** The keys of an object, for messages. */
const describeKeys = (fields: Fields): string => {
  const keys = Object.keys(fields)
  if (keys.length === 0) return 'an empty object'
  const shown = keys.slice(0, 5).map((key) => JSON.stringify(key.slice(0, 40)))
  return `it has ${shown.join(', ')}${keys.length > shown.length ? ', …' : ''}`
}

/** Where a value stands in a list. */
type Membership = { readonly list: OpenList | null; readonly index: number; readonly count: number }
const inNoList: Membership = { list: null, index: 0, count: 1 }

/** Where an element of a file that is a list stands in it: the first one has number 0, or 1 in lines. */
const membershipIn = ({ list, of }: Subject, at: string): Membership =>
  list === null
    ? inNoList
    : { list: { list, of, newest: null, end: 0 }, index: Number(/(\d+)\]?$/.exec(at)?.[1] ?? 0), count: 1 }

/** Where a value stands, when what contains it was collected, and whose it is. */
type Surroundings = ValueLocation &
  Membership & { readonly depth: number; readonly outerTime: number | null; readonly subject: Subject }

/** The formats of a file, whose it is as far as that is known, and who gets its records. */
export type Decoding = {
  readonly formats: FileFormats
  readonly subject: Subject
  readonly onDecoded: OnDecoded
}

/**
 * Decodes the records in an element, and those in lists of an element that is no post; false when no format knows it. Those without a
 * collection time have that of what contains them.
 */
const decodeRecord = (element: Fields, place: Surroundings, decoding: Decoding): boolean => {
  const { onDecoded } = decoding
  const kind = place.list?.list
  const read = decoding.formats.decode(element, kind === 'followers' || kind === 'following')
  if (read === null) return false
  const listed: Parameters<OnDecoded>[] = []
  const later: Decoding = { ...decoding, onDecoded: (...call) => listed.push(call) }
  // Objects in a record belong to it; those in other elements may hold records.
  const isRecord = read.records.some(({ kind }) => kind !== 'skipped')
  const time = () => envelopeTimeOf(element) ?? place.outerTime
  const readKeys = Object.keys(read.mayHoldRecords && place.depth < deepest ? element : {}).filter((key) => {
    if (isRecord && !isList(element[key])) return false
    return decodeMembers({ [key]: element[key] }, { ...place, ...inNoList, outerTime: time() }, later)
  })
  for (const decoded of read.records) {
    if (decoded.kind === 'skipped') {
      onDecoded(place.at, decoded)
      continue
    }
    if (readKeys.length > 0 && decoded.unread !== undefined) {
      const keys = decoded.unread.keys.filter((key) => !readKeys.includes(key))
      if (keys.length > 0) decoded.unread = { ...decoded.unread, keys }
      else delete decoded.unread
    }
    const relation = place.list === null ? null : relationOf(place.list, decoded, place.index, place.count)
    const collectedAt = decoded.seen.collectedAt ?? time()
    if (collectedAt === decoded.seen.collectedAt) onDecoded(place.at, decoded)
    else onDecoded(place.at, { ...decoded, seen: { ...decoded.seen, collectedAt } })
    if (relation !== null) onDecoded(place.at, { kind: 'relation', relation, seen: seenAt(collectedAt) })
  }
  for (const call of listed) onDecoded(...call)
  return true
}

const seenAt = (collectedAt: number | null): Seen => ({ collectedAt, rounded: null, negative: null })

const isList = (value: unknown): boolean => Array.isArray(value) && value.some(isFields)

/** Why an archive of a personal account is skipped. */
export const ofPersonalAccount = 'the archive of a personal account, which is private and not imported'

/** Parts of the archive that the platform gives people of their own account; others may have the short names too. */
const archiveParts = new Set([
  ...['Your Activity', 'Direct Message', 'Direct Messages', 'App Settings', 'Profile And Settings'],
  ...['Likes and Favorites', 'Tiktok Shopping', 'TikTok Shop', 'Tiktok Live', 'TikTok Live', 'Ads and data']
])
const commonParts = new Set(['Activity', 'Comment'])

/** Whether a document, or the place of an element in a large one, is of such an archive. */
const isArchive = (fields: Fields, { at }: ValueLocation): boolean => {
  const keys = Object.keys(fields)
  const place = at.split('.')[0] ?? ''
  return (
    commonParts.has(place) ||
    [place, ...keys].some((key) => archiveParts.has(key)) ||
    keys.filter((key) => commonParts.has(key)).length > 1
  )
}

/** Parts of a page's state about who has looked at it. */
const viewerParts = new Set(['webapp.app-context', 'AppContext'])

const isFailure = (code: unknown): boolean => typeof code === 'number' && code !== 0 && code !== 200

/** The error message that an answer or a tool has in place of a record; null for anything else. */
const errorIn = (fields: Fields): string | null => {
  const { error, errorCode, success, code, status_code, statusCode } = fields
  const { code: kind, message: text } = readFields(error)
  if (readText(kind) !== null && kind !== 'ok') return [kind, readText(text)].filter(Boolean).join(': ')
  const failure = [code, status_code, statusCode].find(isFailure)
  if (failure === undefined && errorCode === undefined && success !== false) return readText(error)
  const messages = [error, fields.message, fields.msg, fields.status_msg, fields.statusMsg]
  return messages.map(readText).find((text) => text !== null) ?? (failure === undefined ? null : `code ${failure}`)
}

const longestError = 200

/** Why an object without records in it is skipped. */
const notUnderstood = (fields: Fields, formats: FileFormats): Decoded => {
  const error = errorIn(fields)
  if (error !== null) return skipped('an error instead of a record', error.slice(0, longestError).toWellFormed())
  const nearest = formats.nearestTo(fields)
  return {
    kind: 'skipped',
    skipped: { reason: 'unknown format', example: describeKeys(fields), ...(nearest && { nearest }) }
  }
}

/**
 * Decodes a value: a record of some format, or all records within it. Unknown list elements are reported as skipped; of an object's
 * members, only those with records count.
 */
export const decodeValue = (value: unknown, location: ValueLocation, isPart: boolean, decoding: Decoding): void => {
  const { onDecoded, subject } = decoding
  const { at } = location
  if (!isFields(value)) {
    const example = Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value
    onDecoded(at, skipped('not an object', example))
    return
  }
  const place = { ...location, ...membershipIn(subject, at), depth: 0, outerTime: null, subject }
  if (decodeRecord(value, place, decoding)) return
  // No message shows its content.
  if (isArchive(value, location)) onDecoded(at, skipped(ofPersonalAccount, 'all of it'))
  else if (!decodeMembers(value, place, decoding) && !isPart) onDecoded(at, notUnderstood(value, decoding.formats))
}

const ofNobody = 'a list that does not say whose it is, of which the records alone are read: name the account with --of'

/** Whose list a recorded request asked for; null for anything else. */
const subjectOfRequest = ({ request }: Fields): Subject | null => {
  const subject = isFields(request) && typeof request.url === 'string' ? subjectIn(request.url) : null
  return subject?.of == null ? null : subject
}

/** Names of lists that have records, unless they are empty. A record of another kind may have an empty list too. */
const listOfRecords =
  /(?:list|listdata|items?|data|results?|posts?|videos?|users?|awemes?|feeds?|followers|following|comments?|collector|entries|records|rows|hits|nodes|edges|elements)$/i

/** Parts of a page's state about its subject, which say if that does not exist. */
const shownParts = /^webapp\.[\w-]+-detail$/

/** Decodes the records in the members of an object. Whether it has any, or at least an empty list of them. */
const decodeMembers = (fields: Fields, place: Surroundings, decoding: Decoding): boolean => {
  const { formats, onDecoded } = decoding
  const { within } = place
  const [depth, outerTime] = [place.depth + 1, envelopeTimeOf(fields) ?? place.outerTime]
  const subject = subjectOfRequest(fields) ?? place.subject
  const decodeMember = (record: Fields, at: string, membership = inNoList): boolean => {
    const member = { at, within: `${at}.`, depth, outerTime, subject, ...membership }
    return decodeRecord(record, member, decoding) || (depth < deepest && decodeMembers(record, member, decoding))
  }

  const parts = joined(fields)
  if (parts !== null) {
    for (const part of parts) decodeMember(part, within.slice(0, -1))
    return true
  }
  let isFound = false
  for (const [key, member] of Object.entries(fields)) {
    if (viewerParts.has(key)) continue
    const at = `${within}${key}`
    const value = typeof member === 'string' ? embeddedJson(member, fields.encoding === 'base64') : undefined
    if (value !== undefined) isFound = decodeMember(isFields(value) ? value : { [key]: value }, at) || isFound
    if (isFields(member)) {
      const hasRecords = decodeMember(member, at)
      const isGone = !hasRecords && shownParts.test(key) && errorIn(member) !== null
      if (isGone) onDecoded(at, notUnderstood(member, formats))
      isFound = hasRecords || isGone || isFound
    }
    if (!Array.isArray(member)) continue
    if (member.length === 0 && listOfRecords.test(key)) isFound = true
    const list = listIn(fields, key, subject)
    const count = member.length
    if (list !== null && list.of !== null && count === 0 && list.list !== 'following')
      onDecoded(at, { kind: 'relation', relation: givenList(list.list, list.of), seen: seenAt(outerTime) })
    // Unknown values beside records are reported; lists of other things are ignored.
    const unknown: [string, unknown][] = []
    let isList = false
    member.forEach((element: unknown, index) => {
      const elementAt = `${at}[${index}]`
      if (isFields(element) && decodeMember(element, elementAt, { list, index, count })) isList = true
      else unknown.push([elementAt, element])
    })
    if (!isList) continue
    isFound = true
    if (list !== null && list.of === null && list.list !== 'collections') onDecoded(at, skipped(ofNobody, list.list))
    for (const [elementAt, element] of unknown) {
      const problem = isFields(element) ? notUnderstood(element, formats) : skipped('not an object', typeof element)
      onDecoded(elementAt, problem)
    }
  }
  return isFound
}
