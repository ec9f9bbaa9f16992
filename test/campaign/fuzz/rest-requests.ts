import type { Random } from '../../../src/ingest/seed/random.ts'
import { operations } from '../../../src/surfaces/rest/operations.ts'
import type { Known } from './known.ts'
import { mutated, oddText } from './odd.ts'
import { type Draft, encoded, get } from './request.ts'

/** What is no operation. */
// biome-ignore format: as many as belong together in a line
const pages = [
  '/', '/docs', '/docs/guides', '/docs/graph', '/docs/errors/NOT_FOUND', '/docs/errors/nothing', '/docs/guides.md', '/media/x.png',
  '/healthz', '/readyz', '/llms.txt', '/openapi.json', '/schema.graphql', '/metrics', '/graphql', '/favicon.ico', '/api/v1', '/api'
]

/** The address of an operation with some of its parameters. */
const addressWith = (random: Random, valueFor: (name: string) => string): string => {
  const { path, input } = random.pick(operations)
  const names = Object.entries(input).flatMap(([name, { aliases = [] }]) => [name, ...aliases])
  const target = path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(valueFor(name)))
  const asked = names.filter((name) => !path.includes(`{${name}}`) && (input[name]?.required || random.chance(0.4)))
  return asked.length === 0
    ? target
    : `${target}?${asked.map((name) => `${name}=${encoded(valueFor(name))}`).join('&')}`
}

const usualAddress = (random: Random, known: Known): string => addressWith(random, (name) => known.usual(name, random))

export const asOperation = (random: Random, known: Known): Draft => get(usualAddress(random, known))

export const asPage = (random: Random): Draft => get(random.pick(pages))

export const brokenParameters = (random: Random, known: Known): Draft => {
  const target = addressWith(random, (name) => {
    const usual = known.usual(name, random)
    return random.pick([() => usual, () => usual, () => mutated(random, usual), () => oddText(random)])()
  })
  const [, query = ''] = target.split('?')
  const more = `${encoded(oddText(random))}=${encoded(oddText(random))}`
  return get(random.pick([target, target, `${target}&${query}`, `${target}${query === '' ? '?' : '&'}${more}`]))
}

const starts = ['//', '/./', '/x/../', '/%2e/', '/%2F', '\\', '/;', 'http://x/']
const ends = ['/', '//', '/..', '%', '%00', '#', ';a=b', '?', '??', '/%2e%2e', '.json', '%20', '/*']

export const oddAddress = (random: Random, known: Known): Draft => {
  const target = random.chance(0.7) ? usualAddress(random, known) : random.pick(pages)
  const odd = random.pick([
    () => target.replace('/', random.pick(starts)),
    () => target + random.pick(ends),
    () => mutated(random, target),
    () => target.replace(/[a-z]/g, (each) => (random.chance(0.3) ? `%${each.charCodeAt(0).toString(16)}` : each))
  ])()
  // What a line of HTTP cannot hold is among the broken bytes.
  return get(odd.replace(/[^\x21-\x7e]/g, encoded) || '/')
}
