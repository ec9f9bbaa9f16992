/** Where a value stood, in words for people. */
export type Place = {
  /** `line 17` for a document, `collector[3]` for an element of a list. */
  at: string
  /** What goes before the name of something inside the value. */
  within: string
}

/** What is gone through member by member. */
export type Frame = {
  kind: 'root' | 'list' | 'object'
  /** What goes before the index or the key of a value in it. */
  path: string
  /** Values that were begun in it. */
  count: number
  /** What comes next, where it matters. */
  expects: 'value' | 'key' | 'comma'
  key: Buffer
  /** Members of an object that were not gone through, as JSON. */
  members: Buffer[]
  memberBytes: number
  isPart: boolean
  place: Place
}

/** What comes behind a value in it. */
export const afterValue = { root: 'value', list: 'comma', object: 'key' } as const

const empty: Buffer = Buffer.alloc(0)

/** `path`: what goes before the index or the key of a value in it. */
export const frame = (kind: Frame['kind'], path: string, place: Place = { at: '', within: '' }): Frame => ({
  kind,
  path,
  count: 0,
  expects: kind === 'object' ? 'key' : 'value',
  key: empty,
  members: [],
  memberBytes: 0,
  isPart: false,
  place
})

/** Where the next value of a frame stands, which begins in a line. */
export const placeIn = ({ kind, path, count, key }: Frame, line: number): Place => {
  if (kind === 'root') return { at: `line ${line}`, within: count === 0 ? path : `line ${line}: ` }
  const at = kind === 'list' ? `${path}[${count}]` : `${path}${nameOf(key)}`
  return { at, within: `${at}.` }
}

const nameOf = (key: Buffer): string => {
  try {
    return String(JSON.parse(key.toString()))
  } catch {
    return key.toString()
  }
}
