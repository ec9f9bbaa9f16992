import type { RawRequest } from '../../raw.ts'
import type { Attack } from './attack.ts'

const header = (
  name: string,
  values: readonly string[],
  request: RawRequest = {},
  target = '/api/v1/sounds/library'
): Attack => ({
  name: `\`${name}\``,
  fate: 'harmless',
  async run(victim) {
    for (const value of values) await victim.ask(target, { ...request, headers: { ...request.headers, [name]: value } })
  }
})

const address = (name: string, values: readonly string[], target: (value: string) => string): Attack => ({
  name,
  fate: 'harmless',
  async run(victim) {
    for (const value of values) await victim.ask(target(encodeURIComponent(value)))
  }
})

const graph = '/graphql?query={__typename}'
const post = { method: 'POST', body: '{"query":"{__typename}"}' }

/** Texts that make careless expressions try everything; they are as long as a request lets them be. */
export const expressionAttacks: readonly Attack[] = [
  header(
    'accept',
    [
      ',;q='.repeat(3_500),
      'a/b;q=0.1,'.repeat(1_400),
      `${' '.repeat(14_000)}x`,
      'application/json;'.repeat(800),
      '*/'.repeat(6_000)
    ],
    {},
    graph
  ),
  header('accept-encoding', [
    'gzip;q=0,'.repeat(1_500),
    'a,'.repeat(7_000),
    `gzip${' '.repeat(14_000)};q=1`,
    ';q='.repeat(4_000)
  ]),
  header('if-none-match', [
    '"'.repeat(14_000),
    'W/"'.repeat(4_500),
    '"a",'.repeat(3_500),
    `"${'\\'.repeat(14_000)}`,
    ','.repeat(14_000)
  ]),
  header('origin', [
    `http://localhost:${'1'.repeat(14_000)}`,
    `http://${'a.'.repeat(7_000)}`,
    'http://127.0.0.1'.repeat(800),
    ' '.repeat(2)
  ]),
  header(
    'content-type',
    [
      `application/json${' '.repeat(14_000)}x`,
      `application/json;${' ;'.repeat(7_000)}`,
      `application/${'a+'.repeat(7_000)}json`,
      `application/json; charset="${'u'.repeat(14_000)}`
    ],
    post,
    '/graphql'
  ),
  header('x-api-version', ['2025-01'.repeat(2_000), ' , '.repeat(4_000)]),
  header('host', [`${'a'.repeat(14_000)}`, `${'1.'.repeat(7_000)}`, `[${':'.repeat(14_000)}]`], {}, '/docs'),
  address(
    'a handle',
    [`${'.'.repeat(14_000)}`, `${'a.'.repeat(7_000)}!`, `@${'-'.repeat(14_000)}`],
    (value) => `/api/v1/users/${value.slice(0, 14_000)}`
  ),
  address('an id', [`${'1'.repeat(14_000)}x`, `${'0'.repeat(14_000)}`], (value) => `/api/v1/sounds/${value}`),
  address(
    'a cursor',
    ['A'.repeat(14_000), '-_'.repeat(7_000), '='.repeat(4_000)],
    (value) => `/api/v1/search?keyword=a&cursor=${value}`
  ),
  address(
    'a `url`',
    [
      `https://x.example/${'video/'.repeat(2_000)}`,
      `https://x.example/video/${'1'.repeat(12_000)}`,
      `https://${'a.'.repeat(5_000)}/video/1`,
      `https://x.example/${'/video/1'.repeat(1_500)}x`
    ],
    (value) => `/api/v1/posts?url=${value.slice(0, 14_000)}`
  ),
  address(
    'a keyword',
    [`${'#'.repeat(200)}`, `${'a '.repeat(100)}`, `${'a.b-'.repeat(50)}`, `${'…'.repeat(200)}`],
    (value) => `/api/v1/search?keyword=${value}`
  )
]
