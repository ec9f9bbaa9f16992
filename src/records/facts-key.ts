import { canonicalHashtag } from './hashtag-name.ts'

/**
 * The key of a hashtag or sound without id, in look-ups and lists: its facts from sources. An object, because no client can send one.
 */
export class FactsKey {
  readonly key: string

  constructor(key: string) {
    this.key = key
  }
}

const mark = '#'
/** Never occurs in names. */
export const factsSeparator = '\u001f'

export const keyOfHashtag = (name: string): FactsKey => new FactsKey(mark + canonicalHashtag(name))
export const isHashtagName = (key: string): boolean => key.startsWith(mark)

type SoundFacts = readonly [title: string | null, author: string | null, isOriginal: boolean | number | null]
export const keyOfSound = ([title, author, isOriginal]: SoundFacts): FactsKey =>
  new FactsKey([title ?? '', author ?? '', isOriginal === null ? '' : Number(isOriginal)].join(factsSeparator))

export const isSoundFacts = (key: string): boolean => key.includes(factsSeparator)

/** The facts in the key of a sound; null for an id. */
export const readSoundKey = (key: string): SoundFacts | null => {
  const [title, author, isOriginal] = key.split(factsSeparator)
  if (isOriginal === undefined) return null
  return [title || null, author || null, isOriginal === '' ? null : isOriginal === '1']
}
