import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** APIs that browsers lack which the styles promise: Chrome 123, Firefox 120 and Safari 17.5. */
const younger: readonly RegExp[] = [
  /\bURL\.parse\(/,
  /\bAbortSignal\.any\(/,
  /\bPromise\.(try|withResolvers)\(/,
  /\bRegExp\.escape\(/,
  /\bIterator\.(from|concat|prototype)/,
  /\.(values|keys|entries)\(\)\.(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)\(/,
  /\.(intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
  /\.union\(/,
  /\bError\.isError\(/,
  /\bMath\.(sumPrecise|f16round)\(/,
  /\b(Uint8Array\.from(Base64|Hex)|toBase64|toHex|setFromBase64)\(/,
  /\bIntl\.DurationFormat\b/,
  /\bJSON\.(rawJSON|isRawJSON)\(/,
  /\.(getOrInsert|getOrInsertComputed)\(/,
  /\b(setHTML|setHTMLUnsafe|parseHTMLUnsafe)\(/,
  /\b(startViewTransition|requestIdleCallback|scheduler\.yield)\b/,
  /\bCloseWatcher\b/,
  /\bTemporal\./
]

const scriptsIn = (folder: string): string[] =>
  readdirSync(new URL(`../${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${folder}/${name}`)

/** Every script of a page: the explorer as it is built, with its packages, and the scripts of the other pages. GraphiQL is a package of others. */
const scripts = [
  'built/explorer',
  ...['landing', 'docs/scripts', 'frame', 'graphiql'].map((room) => `src/surfaces/site/${room}`)
].flatMap(scriptsIn)

test.each(scripts)('%s asks for nothing that a promised browser lacks', (script) => {
  const text = readFileSync(new URL(`../${script}`, import.meta.url), 'utf8')
  const optional = text.replace(/"\w+" in \w+|\w+\?\.\w+/g, '')
  expect(younger.map((api) => api.exec(optional)?.[0]).filter((found) => found !== undefined)).toEqual([])
})

test('the younger APIs would be found', () => {
  for (const use of ['URL.parse(a)', 'AbortSignal.any([a])', 'map.values().map(f)', 'Promise.try(f)']) {
    expect(younger.some((api) => api.test(use))).toBe(true)
  }
  expect(scripts.length).toBeGreaterThan(15)
})
