import { regions } from './regions.ts'

/** Country and language of posts and accounts, which some sources give. The graph and its filters use them; REST records lack them. */
export const originFields = ['country', 'language'] as const
export type OriginField = (typeof originFields)[number]
export type Origin = { readonly [K in OriginField]: string | null }

/** Languages of ISO 639-1, and those of the platform that have only a code of three letters. */
const languages: ReadonlySet<string> = new Set(
  `aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo
  es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki
  kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr
  nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th
  ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu ceb fil yue`.split(/\s+/)
)
/** Former codes, which Java and Android still write. */
const formerCodes: Readonly<Record<string, string>> = { iw: 'he', in: 'id', ji: 'yi', jw: 'jv' }

/** ISO 3166-1 alpha-2, in upper case; null for anything else. */
export const readCountry = (value: unknown): string | null => {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return regions.has(code) ? code : null
}

/** The language of a BCP 47 tag, in lower case: `pt` of `pt-BR`. Null for anything else. */
export const readLanguage = (value: unknown): string | null => {
  const [, given = ''] = (typeof value === 'string' && /^([a-z]{2,3})(?:[-_][a-z\d]+)*$/i.exec(value.trim())) || []
  const code = formerCodes[given.toLowerCase()] ?? given.toLowerCase()
  return languages.has(code) ? code : null
}

/** A code as a number, for columns: its letters are digits from 1 to 26. */
export const codeNumber = (code: string): number =>
  [...code.toLowerCase()].reduce((number, letter) => 27 * number + letter.charCodeAt(0) - 96, 0)

/** The code of such a number. */
export const codeOf = (field: OriginField, number: number): string => {
  const letters: string[] = []
  for (let rest = number; rest > 0; rest = Math.floor(rest / 27)) letters.unshift(String.fromCharCode(96 + (rest % 27)))
  return field === 'country' ? letters.join('').toUpperCase() : letters.join('')
}
