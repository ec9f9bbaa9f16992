import { distance } from './plain-text.ts'
import { hashOf } from './row.ts'

const neighbours: Readonly<Record<string, string>> = {
  ...{ a: 's', b: 'v', c: 'x', d: 'f', e: 'r', f: 'g', g: 'h', h: 'j', i: 'o', j: 'k', k: 'l', l: 'k', m: 'n' },
  ...{ n: 'm', o: 'p', p: 'o', q: 'w', r: 't', s: 'd', t: 'y', u: 'i', v: 'b', w: 'e', x: 'c', y: 'u', z: 'x' }
}

/** One slip of the fingers behind the first letter. */
const slip = (word: string, salt: number): string => {
  const hash = hashOf(`${salt} ${word}`)
  const at = 1 + ((hash >>> 3) % (word.length - 1))
  const letter = word[at] ?? ''
  const next = word[at + 1]
  if (hash % 4 === 0 && next !== undefined && next !== letter)
    return word.slice(0, at) + next + letter + word.slice(at + 2)
  if (hash % 4 === 1) return word.slice(0, at) + word.slice(at + 1)
  if (hash % 4 === 2) return word.slice(0, at) + letter + word.slice(at)
  return word.slice(0, at) + (neighbours[letter] ?? letter) + word.slice(at + 1)
}

/** How many slips a reader forgives: one in a short word, two in a long one. */
const forgiven = (word: string) => (word.length >= 8 ? 2 : 1)

/**
 * A word as it is typed in haste. Null where it comes to mean another word as well: no other one that is used half as much is as near.
 */
export const misspelt = (word: string, uses: ReadonlyMap<string, number>): string | null => {
  const [slips, own] = [forgiven(word), uses.get(word) ?? 0]
  for (let salt = 0; salt < 8; salt++) {
    let typed = word
    for (let slipped = 0; slipped < slips; slipped++) typed = slip(typed, salt * 2 + slipped)
    if (distance(typed, word, slips) !== slips || uses.has(typed)) continue
    let isClear = true
    for (const [other, times] of uses) {
      if (other !== word && times * 2 >= own && distance(typed, other, slips) <= slips) isClear = false
      if (typed !== other && other.startsWith(typed)) isClear = false
      if (!isClear) break
    }
    if (isClear) return typed
  }
  return null
}
