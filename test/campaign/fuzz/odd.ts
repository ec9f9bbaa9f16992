import type { Random } from '../../../src/ingest/seed/random.ts'

/** Texts that somebody, somewhere, reads as more than a text. */
// biome-ignore format: as many as belong together in a line
const texts = [
  '', ' ', '0', '-1', '00', '1.5', '1e999', '9'.repeat(40), '9'.repeat(4_000), 'NaN', 'null', 'true', '٣', '1_000', '0x10',
  '__proto__', 'constructor', 'then', 'toString', '[object Object]', '[]', '{}', '"', "'", '\\', '\\u0000', '\0', '\t', '\r\n',
  '../..', '%2e%2e%2f', '%', '%zz', '%00', '%FF', '%E0%A4%A', '%c0%af', '%u0041', '+', '&', '=', '#', '?', ';', ',', '*', '~',
  "' OR 1=1 --", 'a* OR b', 'NEAR(a b)', '"a" AND "b"', '<script>alert(1)</script>', '#{7*7}', '{{7*7}}', '$where', '`id`',
  'é', 'e\u0301', 'İ', 'ß', 'ﬁ', '🏽', '👩\u200d👩\u200d👧', '\u202ea', '\ufeff', '\ud800', '\ufffd', '日本語', 'ا', 'Z\u0337\u0327',
  'a'.repeat(300), 'a'.repeat(6_000), '@', '@@', '.', '..', '-', '_', 'http://127.0.0.1:1/video/1', 'file:///etc/passwd'
]

export const oddText = (random: Random): string => random.pick(texts)

/** Any value of JSON, now and then deep, long or out of the range of something. */
export const oddValue = (random: Random, level = 4): unknown => {
  const kind = random.below(level > 0 ? 9 : 6)
  if (kind === 0) return null
  if (kind === 1) return random.chance(0.5)
  if (kind === 2) return random.pick([0, -0, 1, -1, 0.1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e308, 5e-324])
  if (kind < 6) return oddText(random)
  if (kind === 6) return Array.from({ length: random.below(4) }, () => oddValue(random, level - 1))
  if (kind === 7) return nested(random.pick([10, 200]), random.chance(0.5))
  const keys = Array.from({ length: random.below(4) }, () => oddText(random))
  return Object.fromEntries(keys.map((key) => [key, oddValue(random, level - 1)]))
}

const nested = (depth: number, inLists: boolean): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = inLists ? [value] : { a: value }
  return value
}

/** A text with something of it lost, repeated, moved or replaced, once or a few times. */
export const mutated = (random: Random, text: string): string => {
  let changed = text
  for (let times = random.between(1, 3); times > 0; times -= 1) changed = mutatedOnce(random, changed)
  return changed
}

const mutatedOnce = (random: Random, text: string): string => {
  const start = random.below(text.length + 1)
  const end = Math.min(text.length, start + random.between(1, random.chance(0.8) ? 4 : 60))
  const [before, part, behind] = [text.slice(0, start), text.slice(start, end), text.slice(end)]
  switch (random.below(6)) {
    case 0:
      return before + behind
    case 1:
      return before + part + part + behind
    case 2:
      return before + oddText(random) + part + behind
    case 3:
      return before + oddText(random) + behind
    case 4:
      return behind + part + before
    default:
      return before + String.fromCharCode(random.below(random.chance(0.7) ? 0x80 : 0x10000)) + behind
  }
}

/** Bytes with a few changed, lost or repeated, or cut short. */
export const mutatedBytes = (random: Random, bytes: Buffer): Buffer => {
  const changed = [...bytes]
  for (let times = random.between(1, 4); times > 0; times -= 1) {
    const at = random.below(changed.length)
    const kind = random.below(5)
    if (kind === 0) changed[at] = random.below(256)
    else if (kind === 1) changed.splice(at, random.between(1, 5))
    else if (kind === 2) changed.splice(at, 0, ...changed.slice(at, at + random.between(1, 20)))
    else if (kind === 3)
      changed.splice(at, 0, ...Buffer.from(random.pick(['\r\n', '\n', '\r', '\0', ' ', ':', '\r\n\r\n'])))
    else if (random.chance(0.3)) changed.length = Math.max(1, at)
  }
  return Buffer.from(changed.length === 0 ? [0] : changed)
}
