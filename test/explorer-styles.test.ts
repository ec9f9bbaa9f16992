import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const project = `${import.meta.dirname}/../`
const textOf = (path: string) => readFileSync(project + path, 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: project }).sort()

/** Without comments and quoted text, which have dots and signs of their own. */
const plain = (css: string): string => css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '')

const folder = 'src/surfaces/explorer/styles'
const sheets = files(`${folder}/*.css`).map((path) => ({ path, css: plain(textOf(path)) }))
const tokens = [`${folder}/tokens.css`, 'src/surfaces/site/frame/styles/tokens.css']
const all = [...sheets.map(({ css }) => css), ...tokens.map((path) => plain(textOf(path)))].join('\n')

/** Every word in quotes of the components, where classes are, and of the markup that the explorer's page has from elsewhere. */
const words = new Set(
  [...files('src/surfaces/explorer/**/*.tsx'), ...files('src/surfaces/site/{docs/code,landing/plain-landing}.ts')]
    .flatMap((path) => textOf(path).match(/(["'`])(?:(?!\1)[^\n])*\1/g) ?? [])
    .flatMap((quoted) => quoted.match(/[a-z][\w-]*/g) ?? [])
)

const unknownClasses = (css: string): string[] =>
  [...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name).filter((name) => !words.has(name))

const rawColors = (css: string): string[] => css.match(/#[\da-f]{3,8}\b|\b(rgb|hsl|oklch|light-dark)\([^)]*\)/gi) ?? []

const undefinedTokens = (css: string): string[] =>
  [...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name).filter((name) => !all.includes(`${name}:`))

test('every class of the explorer’s style sheets is one that a component has', () => {
  for (const { path, css } of sheets) expect([path, unknownClasses(css)]).toEqual([path, []])
})

test('colours are declared among the tokens alone', () => {
  for (const { path, css } of sheets) {
    if (!tokens.includes(path)) expect([path, rawColors(css)]).toEqual([path, []])
  }
})

test('every token is used, and every one that is used is declared', () => {
  const components = files('src/surfaces/explorer/**/*.tsx').map(textOf).join('\n')
  for (const { path, css } of sheets) {
    expect([path, undefinedTokens(css).filter((name) => !components.includes(`'${name}'`))]).toEqual([path, []])
  }
  const declared = [...plain(textOf(`${folder}/tokens.css`)).matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name)
  expect(declared.filter((name) => !all.includes(`var(${name})`))).toEqual([])
})

test('what is left over would be found', () => {
  expect(unknownClasses('.quiet > .no-such-class { margin: 0.5rem }')).toEqual(['no-such-class'])
  expect(rawColors('a { color: #fff; fill: rgb(0 0 0 / 0.5) }')).toEqual(['#fff', 'rgb(0 0 0 / 0.5)'])
  expect(undefinedTokens('a { color: var(--no-such-token) }')).toEqual(['--no-such-token'])
})
