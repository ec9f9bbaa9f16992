import { expect, test } from 'vitest'
import { codeNumber, codeOf, readCountry, readLanguage } from '../src/records/origin.ts'
import { regions } from '../src/records/regions.ts'

test.each([
  ['US', 'US'],
  [' jp ', 'JP'],
  ...['', 'un', 'UN', 'unknown', 'FAKE-AD', 'UK', 'USA', 'ZZ', 'N/A', '1', 840, null, undefined, true, {}, ['US']].map(
    (value) => [value, null]
  )
])('country %j is %j', (value, code) => expect(readCountry(value)).toBe(code))

test.each([
  ['en', 'en'],
  ['EN', 'en'],
  ['pt-BR', 'pt'],
  ['zh_Hant_TW', 'zh'],
  ['fil', 'fil'],
  ['iw', 'he'],
  ['in', 'id'],
  ...['', 'un', 'und', 'unknown', 'xx', 'e', 'en-', 'english', 'en US', 7, null, undefined, false, {}, ['en']].map(
    (value) => [value, null]
  )
])('language %j is %j', (value, code) => expect(readLanguage(value)).toBe(code))

test('codes are numbers of their own', () => {
  const languages = ['aa', 'ja', 'zu', 'ceb', 'fil', 'yue']
  for (const code of regions) expect(codeOf('country', codeNumber(code))).toBe(code)
  for (const code of languages) expect(codeOf('language', codeNumber(code))).toBe(code)
  expect(new Set([...regions, ...languages].map(codeNumber)).size).toBe(regions.size + languages.length - overlapping)
})

/** Letters of a country that are also those of a language above. */
const overlapping = ['AA', 'JA', 'ZU'].filter((code) => regions.has(code)).length
