import { fromKeys, keysOf } from '../core/keys-of.ts'
import { inOneLine } from '../core/terminal.ts'
import { isDerivedAddress } from '../records/derived-address.ts'
import { boundsInWords } from './bounds.ts'
import type { Skipped } from './input/skipped.ts'
import type { RecordKind, Tied, Unread } from './mapping/decoder.ts'
import type { CountedKind, RowCounts } from './merge/merge-store.ts'
import type { Observation } from './merge/observe.ts'
import { emptyTally, type Tally } from './merge/tally.ts'

/** What posts or accounts may lack without being skipped, with labels for the summary. */
const missingLabels = {
  caption: 'posts without a caption',
  created_at: 'posts without a time (taken from the id)',
  author: 'posts without a username of their author',
  author_refused: 'posts whose author has an impossible username (imported without author)',
  user_id: 'accounts without an id (an id was generated)',
  followers: 'accounts without a follower count',
  sound: 'posts without a sound',
  sound_id: 'posts whose sound has no id',
  hashtag_id: 'uses of hashtags without an id',
  is_ad: 'posts without an ad flag',
  plays: 'posts without a readable number of plays',
  likes: 'posts without a readable number of likes',
  comments: 'posts without a readable number of comments',
  shares: 'posts without a readable number of shares',
  saves: 'posts without a readable number of saves',
  reposts: 'posts without a readable number of reposts',
  cover_url: 'posts without a cover',
  share_url: 'posts without a public URL',
  share_url_derived: 'posts without a public URL (derived from handle and id)',
  duration_seconds: 'posts without a duration',
  frame_size: 'posts without a frame size'
} as const

type SummaryField = keyof typeof missingLabels
const missingFields = keysOf(missingLabels)
/** What is counted while reading; the others are counted in the data set. */
type SummaryCountField = Exclude<SummaryField, 'user_id' | 'followers'>
const countedFields = missingFields.filter((field) => field !== 'user_id' && field !== 'followers')

/** Elements skipped for one reason. */
export type SkippedElements = { reason: string; count: number; examples: string[] }

/** Records that several formats are equally sure of. */
export type TiedRecords = { formats: Tied; count: number; examples: string[] }

/** Results so far, stored with every batch. */
export type ImportCounts = {
  /** Number of records read; a post counts as one with its author and sound. */
  read: Record<RecordKind, number>
  /** Resulting changes. */
  tally: Tally
  skipped: SkippedElements[]
  /** How many of them are records that cannot be read. */
  refused: number
  /** Files that could not be read, or not to their end: how many, the first few, and the last. */
  incomplete: { count: number; first: string[]; last: string | null }
  /** Records that were removed from the data set, and stay so. */
  removed: number
  /** Number of texts and lists that were shortened. */
  cut: number
  /** Fields that read posts lacked. */
  missing: Record<SummaryCountField, number>
  /** By format, how many of its records carried a value under a key that is not read. */
  unread: Record<string, Record<string, number>>
  tied: TiedRecords[]
}

export type ImportSummary = RowCounts &
  Omit<ImportCounts, 'missing'> & {
    missing: Record<SummaryField, number>
    /** Further remarks, as sentences. */
    notes: string[]
  }

export const noCounts = (): ImportCounts => ({
  read: { post: 0, user: 0, sound: 0, place: 0, live_room: 0, effect: 0, collection: 0, relation: 0 },
  tally: emptyTally(),
  skipped: [],
  refused: 0,
  incomplete: { count: 0, first: [], last: null },
  removed: 0,
  cut: 0,
  missing: fromKeys(countedFields, () => 0),
  unread: {},
  tied: []
})

/** Counts a skipped element and keeps the first few examples per reason. */
export const countSkipped = (
  counts: ImportCounts,
  { reason, example, isIncomplete, isRefused }: Skipped,
  { file, at }: { file: string; at: string }
): void => {
  const { skipped, incomplete } = counts
  // Of a file that ends early, that is what is said.
  if (isRefused && !isIncomplete) counts.refused++
  let entry = skipped.find((known) => known.reason === reason)
  if (entry === undefined) {
    entry = { reason, count: 0, examples: [] }
    skipped.push(entry)
  }
  entry.count++
  if (entry.examples.length < 3) entry.examples.push(`${at === '' ? file : `${file} ${at}`}: ${example}`)
  if (!isIncomplete || file === incomplete.last) return
  incomplete.count++
  incomplete.last = file
  if (incomplete.first.length < 3) incomplete.first.push(file)
}

/** Which files could not be read, or not to their end, as a sentence; null where all were. */
export const describeIncomplete = ({
  incomplete: { count, first }
}: Pick<ImportCounts, 'incomplete'>): string | null => {
  if (count === 0) return null
  const more = count > first.length ? ` and ${spelled(count - first.length)} more` : ''
  return `Not read to the end: ${first.map(inOneLine).join(', ')}${more}. What was read is kept.`
}

/** How many records were refused, as a sentence; null for none. */
export const describeRefused = ({ refused }: Pick<ImportCounts, 'refused'>): string | null =>
  refused === 0 ? null : `Refused ${counted(refused, 'record')}, which cannot be read: --rejects FILE lists them.`

const sameName = [
  ...(['caption', 'sound', 'is_ad', 'plays', 'likes', 'comments', 'shares', 'saves', 'reposts'] as const),
  ...(['cover_url', 'duration_seconds'] as const)
]

/** Keys that are counted of one format: foreign documents may use anything as a key. */
const maxUnreadKeys = 1_000

const countUnread = (unread: ImportCounts['unread'], { format, keys }: Unread): void => {
  unread[format] ??= {}
  const counts = unread[format]
  for (const key of keys) {
    const count = Object.hasOwn(counts, key) ? counts[key] : undefined
    if (count !== undefined) counts[key] = count + 1
    else if (Object.keys(counts).length < maxUnreadKeys) counts[key] = 1
  }
}

/** Tied records that are named of one set of formats. */
const maxTiedExamples = 100

const countTied = (tied: TiedRecords[], formats: Tied, at: string): void => {
  let entry = tied.find((known) => known.formats.join() === formats.join())
  if (entry === undefined) {
    entry = { formats, count: 0, examples: [] }
    tied.push(entry)
  }
  entry.count++
  if (entry.examples.length < maxTiedExamples) entry.examples.push(at)
}

/** Counts a record and what it lacks. */
export const countRead = (
  { read, missing, unread, tied }: ImportCounts,
  decoded: Observation['decoded'],
  { file, at }: { file: string; at: string }
): void => {
  read[decoded.kind]++
  if (decoded.tied !== undefined) countTied(tied, decoded.tied, at === '' ? file : `${file} ${at}`)
  if (decoded.unread !== undefined) countUnread(unread, decoded.unread)
  if (decoded.kind !== 'post') return
  const { post } = decoded
  for (const field of sameName) if (post[field] == null) missing[field]++
  if (decoded.seen.rounded?.has('created_at')) missing.created_at++
  if (post.share_url == null) missing.share_url++
  else if (isDerivedAddress(post.share_url)) missing.share_url_derived++
  if (post.author_refused) missing.author_refused++
  else if (post.author === null) missing.author++
  if (post.sound !== null && post.sound.sound_id === null) missing.sound_id++
  if (!post.video_height || !post.video_width) missing.frame_size++
  for (const { id } of post.hashtags) if (id === null) missing.hashtag_id++
}

const spelled = (count: number) => count.toLocaleString('en-US')
const counted = (count: number, noun: string) => `${spelled(count)} ${noun}${count === 1 ? '' : 's'}`

/** Singular of a label. */
const singular = (label: string) => label.replace(/^(post|account|use)s/, '$1').replace(' their ', ' its ')

const nouns = {
  ...({ posts: 'post', users: 'user', sounds: 'sound', places: 'place', hashtags: 'hashtag' } as const),
  ...({ live_rooms: 'live room', effects: 'effect', collections: 'collection', relations: 'relation' } as const)
}

/** Counts of kinds that occurred. */
const listed = (counts: Readonly<Partial<Record<CountedKind, number>>>): string =>
  keysOf(nouns)
    .flatMap((kind) => (counts[kind] ? [counted(counts[kind], nouns[kind])] : []))
    .join(', ')

/** Such as `web posts of 2019`. */
const plural = (format: string) => format.replace(/(?= of |$)/, 's')

/** Unread keys named without `--verbose`. */
const shownKeys = 5

/** One line a format: what its records carried besides what was read. */
const describeUnread = ({ unread }: ImportCounts, isVerbose: boolean): string[] =>
  Object.entries(unread).map(([format, counts]) => {
    const keys = Object.entries(counts).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    const shown = isVerbose ? keys : keys.slice(0, shownKeys)
    const named = shown.map(([key, count]) => `${JSON.stringify(key.slice(0, 80))} (${spelled(count)})`)
    const others = keys.length - shown.length
    const rest = others === 0 ? '' : `, and ${counted(others, 'key')} more, which --verbose lists`
    return `Keys of ${plural(format)} that are not read: ${named.join(', ')}${rest}`
  })

const andOthers = new Intl.ListFormat('en-GB')

const describeTied = ({ tied }: ImportCounts, isVerbose: boolean): string[] =>
  tied.map(({ formats, count, examples }) => {
    const match = `${counted(count, 'record')} ${count === 1 ? 'matches' : 'match'}`
    const both = `${formats.length === 2 ? 'both ' : ''}${andOthers.format(formats)} equally; read as ${formats[0]}`
    const listed = isVerbose ? examples : []
    const where = listed.length === 0 ? '' : `: ${listed.join('; ')}${count > listed.length ? '; …' : ''}`
    return `${match} ${both}${where}`
  })

/** Lines for a terminal. `isVerbose`: names everything. */
export const describeSummary = (summary: ImportSummary, { isVerbose = false } = {}): string => {
  const { read, tally } = summary
  const became = (which: 'new' | 'changed'): string => {
    const counts = keysOf(nouns).map((kind) => [kind, tally[kind][which]] as const)
    return listed(Object.fromEntries(counts)) || 'nothing'
  }
  const records = listed({
    ...{ posts: read.post, users: read.user, sounds: read.sound, places: read.place },
    ...{ live_rooms: read.live_room, effects: read.effect, collections: read.collection, relations: read.relation }
  })
  const lines = [
    `Read ${records || 'nothing'}: ${became('new')} new; ${became('changed')} changed.`,
    `The data set has ${listed(summary) || 'nothing'}.`
  ]
  const left = summary.skipped.reduce((sum, { count }) => sum + count, 0)
  if (left > 0) {
    // A relation comes with a record.
    const taken = Object.values({ ...read, relation: 0 }).reduce((sum, count) => sum + count, 0)
    const [skipped, refused] = [left - summary.refused, summary.refused].map(spelled)
    lines.push(
      `Of ${counted(taken + left, 'record')} ${spelled(taken)} were read, ${skipped} skipped and ${refused} refused.`
    )
  }
  for (const { reason, count, examples } of summary.skipped) {
    lines.push(`Skipped ${spelled(count)}: ${reason} (${examples.join('; ')}${count > examples.length ? '; …' : ''})`)
  }
  if (summary.removed > 0)
    lines.push(`Left out ${counted(summary.removed, 'record')} that ${summary.removed === 1 ? 'was' : 'were'} removed.`)
  if (summary.cut > 0) lines.push(`Cut ${counted(summary.cut, 'value')} to the maximum: ${boundsInWords}.`)
  lines.push(...summary.notes)
  const missing = missingFields.filter((field) => summary.missing[field] > 0)
  if (missing.length > 0) lines.push('Missing (null in the graph; in REST counts are 0 and flags false):')
  for (const field of missing) {
    const label = missingLabels[field]
    lines.push(`  ${spelled(summary.missing[field])} ${summary.missing[field] === 1 ? singular(label) : label}`)
  }
  lines.push(...describeTied(summary, isVerbose), ...describeUnread(summary, isVerbose))
  // Each stays on one line, whatever file names contain.
  return lines.map((line) => line.replaceAll('\n', ' ')).join('\n')
}
