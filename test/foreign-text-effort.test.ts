import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { inOneLine } from '../src/core/terminal.ts'
import { keysOf } from '../src/engines/search/suggestion-keys.ts'
import { handleWord, tagWords, typedWords, wordsOf } from '../src/engines/search/words.ts'
import { readInputs } from '../src/ingest/read.ts'
import { readPostAddress } from '../src/records/identifiers.ts'
import { isKnown } from '../src/surfaces/http/caching.ts'
import { codingFor, mediaTypeFor } from '../src/surfaces/http/negotiation.ts'
import { parametersIn, plainName, spelledIn } from '../src/surfaces/http/query-parameters.ts'
import { routeOf } from '../src/surfaces/views/route.ts'
import { effortOf } from './effort.ts'
import { thirdOf } from './thorough.ts'

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-foreign-text-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Effort below this is no evidence of anything. */
const leastMs = 50
/** Of four times the text. In proportion it is 4, with the square 16. */
const mostGrowth = 8

/** Texts that are read with more than in proportion to their length: each is tried again, as others use the machine too. */
const growing = async (texts: readonly ((size: number) => string)[], read: (text: string) => unknown, size: number) => {
  const found: string[] = []
  for (const text of texts) {
    let growth = Number.POSITIVE_INFINITY
    for (let tried = 0; tried < 3 && growth > mostGrowth; tried += 1) {
      const long = await effortOf(() => read(text(size)))
      if (long.ms < leastMs) growth = 0
      else growth = Math.min(growth, long.ms / (await effortOf(() => read(text(size / 4)))).ms)
    }
    if (growth > mostGrowth) found.push(`${growth.toFixed(1)} times for ${JSON.stringify(text(20))}`)
  }
  return found
}

const repeated =
  (before: string, part: string, after = '') =>
  (size: number) =>
    before + part.repeat(Math.ceil(size / part.length)) + after

const beginnings = [
  ...['', '<html><script>', 'var a = ', 'a,b\n', '[', '{"a":', '{"a":"', "{'a': '", '[{"id":1}\n'],
  ...['{"id":7620000000000001001,"a":"', '{"post_id":"1","created_at":1742700001,"plays":1,"caption":"'],
  ...['{"id":"1","create_time":1742700001,"plays":1,"hashtags":"', 'id,create_time,plays,hashtags\n1,1742700001,1,'],
  'id,create_time,plays,hashtags\n1,1742700001,1,"['
]
const parts = [
  ...['<script>{', '<script ', '<script>', '</script ', ';', ';\n', ' ', '\n', '{', '[', '}', ']', '"', "'", '\\'],
  ...['\\"', "\\'", '\\\\"', ',', ',"', 'a,"b', '"a"b', '{"a":', '{\n', '[\n', "{'a':", ':', '#', ' #', '.', '/'],
  ...['NaN', '\t', '\r', '="', 'a', '%7B', '0', ';var a={', '"x" ', '\\\n', '{"a":1},\n', '"\n', '"\n{', '@', '-']
]

describe('the effort of reading grows with the length of', { timeout: 300_000 }, () => {
  test.each(beginnings.map((before, index) => [before, index] as const))(
    'a file that begins with %j, whatever is repeated in it',
    async (before, index) => {
      const file = join(folder, 'read')
      const readFile = async (text: string) => {
        writeFileSync(file, text)
        for await (const _ of readInputs([file]));
      }
      const ends = ['', '"}']
      const texts = thirdOf(parts, index).flatMap((part) => ends.map((after) => repeated(before, part, after)))
      expect(await growing(texts, readFile, 32 * 1024)).toEqual([])
    }
  )

  const readers: Readonly<Record<string, (text: string) => unknown>> = {
    'the words of a search': typedWords,
    'the words of a text': wordsOf,
    'the words of a hashtag': tagWords,
    'a handle': handleWord,
    'a suggestion': keysOf,
    'the address of a post': readPostAddress,
    accept: mediaTypeFor(['text/html', 'application/json']),
    'accept-encoding': codingFor(['gzip', 'zstd']),
    'if-none-match': (text) => isKnown(text, '"x"'),
    'a query string': (text) => [parametersIn(`/x?${text}`, new Set(['a'])), spelledIn(`/x?${text}`)],
    'the name of a parameter': plainName,
    'the address of a page': (text) => routeOf(`?${text}`),
    'a name for the terminal': inOneLine
  }
  const others = ['x', 'W/"x",', '*/*;q=0,', 'a=b&', '&', '%', '%25', 'a[', 'é', '字', 'a1', '＃', '😀', '\u0301', '?']
  test.each(Object.keys(readers))('%s', async (what) => {
    const read = readers[what] ?? (() => {})
    const texts = [...parts, ...others].flatMap((part) =>
      ['', 'https://a.b/', '@'].flatMap((before) => ['', 'x'].map((after) => repeated(before, part, after)))
    )
    // Whatever is refused has been read.
    const readOrRefuse = (text: string) => {
      try {
        read(text)
      } catch {}
    }
    expect(await growing(texts, readOrRefuse, 16 * 1024)).toEqual([])
  })
})
