/** Location of a value, for messages. */
export type ValueLocation = {
  /** `line 17` for a document, `collector[3]` for a list element. */
  at: string
  /** Prefix for names within the value. */
  within: string
}

/** A container whose members are read one by one. */
export type Frame = {
  kind: 'root' | 'list' | 'object'
  /** Prefix of its members' index or key. */
  path: string
  /** Number of members started. */
  count: number
  /** The next token, where it matters. */
  expects: 'value' | 'key' | 'comma'
  key: Buffer
  /** Members of an object that were not split, as JSON. */
  members: Buffer[]
  memberBytes: number
  isPart: boolean
  place: ValueLocation
}

/** Expected token after a value. */
export const afterValue = { root: 'value', list: 'comma', object: 'key' } as const

const empty: Buffer = Buffer.alloc(0)

/** `path`: prefix of its members' index or key. */
export const frame = (kind: Frame['kind'], path: string, place: ValueLocation = { at: '', within: '' }): Frame => ({
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

/** Location of a frame's next value. */
export const placeIn = ({ kind, path, count, key }: Frame, line: number): ValueLocation => {
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
