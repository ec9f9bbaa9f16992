import type { Attack, Fate } from './attack.ts'
import { pages } from './pages.ts'
import type { Victim } from './victim.ts'

const encode = encodeURIComponent

/** A text in every place that takes one. */
const everywhere = async (victim: Victim, text: string) => {
  for (const target of [
    `/api/v1/search?keyword=${encode(text)}`,
    `/api/v1/search/users?keyword=${encode(text)}`,
    `/api/v1/search/suggest?keyword=${encode(text)}`,
    `/api/v1/users/${encode(text)}`,
    `/api/v1/users/maya.nguyen?region=${encode(text)}`,
    `/api/v1/users/maya.nguyen/posts?cursor=${encode(text)}`,
    `/api/v1/sounds/${encode(text)}`,
    `/api/v1/sounds/library?sort=${encode(text)}`,
    `/api/v1/posts?videoId=${encode(text)}`
  ]) {
    await victim.ask(target)
  }
  await victim.graph(
    `query($text: String!, $id: ID!){
      search(keyword: $text){posts(first: 1){nodes{id}} users(first: 1){nodes{id}} suggestions completions{text node{id}}}
      hashtag(by: { name: $text }){id} user(by: {username: $text}){id} sound(soundId: $id){id} node(id: $id){id}
    }`,
    { text, id: text }
  )
}

const texts = (name: string, fate: Fate, values: readonly string[]): Attack => ({
  name,
  fate,
  async run(victim) {
    const before = (await victim.ask('/api/v1/users/maya.nguyen')).body
    for (const value of values) await everywhere(victim, value)
    const after = (await victim.ask('/api/v1/users/maya.nguyen')).body
    if (JSON.stringify(JSON.parse(before).data) !== JSON.stringify(JSON.parse(after).data))
      throw new Error('data has changed')
  }
})

const scripts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'-alert(1)-'",
  '</script><script>alert(1)</script>'
]
const executable = /<script>alert\(1\)|<img src=x|'-alert\(1\)-'/

/** Texts that mean something to whoever comes behind. */
export const textAttacks: readonly Attack[] = [
  texts('SQL', 'harmless', [
    "' OR '1'='1",
    "'; DROP TABLE users; --",
    '" OR ""="',
    "1; ATTACH DATABASE '/tmp/x' AS x",
    '1 UNION SELECT name FROM sqlite_master',
    "') OR load_extension('x') --",
    '%27%20OR%201=1',
    "\\'; --",
    "x'||randomblob(1000000000)||'",
    '%_%_%_%'
  ]),
  texts('operators of full-text search', 'harmless', [
    ...[
      '"',
      '""',
      '"""',
      '*',
      'a*',
      '^a',
      'a OR b',
      'a AND NOT b',
      'NOT',
      'NEAR(a b, 5)',
      'NEAR(',
      'caption:tea',
      '{caption}:tea',
      '-caption:tea'
    ],
    ...[
      '(',
      ')',
      '()',
      'a + b',
      'a"b',
      "a'b",
      '"a" "',
      ':',
      '- - -',
      'rowid:1',
      '"'.repeat(200),
      'a OR '.repeat(40),
      '*'.repeat(200),
      'NEAR(a b)'.repeat(20)
    ]
  ]),
  texts('texts of other scripts, of no script and without end', 'harmless', [
    ...[
      '\u0000',
      '\ufffe',
      '\u202eabc',
      '\u200b',
      '🍞'.repeat(100),
      'é'.repeat(200),
      'ﷺ'.repeat(100),
      '\u0301'.repeat(200),
      'İ'.repeat(100)
    ]
  ]),
  texts('names that every object has, as values', 'harmless', [
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '__defineGetter__'
  ]),
  texts('commands, templates and lookups', 'harmless', [
    ...[
      '$(id)',
      '`id`',
      '| id',
      '; id',
      '&& id',
      '$' + '{jndi:ldap://127.0.0.1/a}',
      '{{7*7}}',
      '<%= 7*7 %>',
      '%s%s%s%n',
      '../../../etc/passwd'
    ],
    ...['<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>', '*)(uid=*', '{"$gt":""}', '=cmd|calc']
  ]),
  {
    name: 'scripts into every page, by address and header',
    fate: 'harmless',
    async run(victim) {
      for (const page of [...pages, '/nothing', '/docs/nothing', '/healthz']) {
        for (const script of scripts) {
          const line = encodeURI(script)
          const header = script.replaceAll(/[^\x20-\x7e]/g, '')
          for (const [target, headers] of [
            [`${page}?q=${line}&query=${line}&variables=${line}`, {}],
            [`${page}/${line}`, {}],
            [page, { 'user-agent': header, referer: header, 'accept-language': header, 'x-forwarded-for': header }],
            [page, { host: header.replaceAll(' ', '') }],
            [page, { 'x-forwarded-host': header, 'x-forwarded-proto': header, forwarded: `host="${header}"` }]
          ] as const) {
            const answer = await victim.ask(target, { headers: { accept: 'text/html', ...headers } })
            const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
            if (isPage && executable.test(answer.body)) throw new Error(`a script is in ${target}`)
          }
        }
      }
    }
  },
  {
    name: 'line breaks that would make headers of their own',
    fate: 'harmless',
    async run(victim) {
      for (const line of [
        '%0d%0aset-cookie:%20evil=1',
        '%0aset-cookie:%20evil=1',
        '%0dset-cookie:%20evil=1',
        '%E5%98%8A%E5%98%8Dset-cookie:%20evil=1'
      ]) {
        for (const target of [
          `/api/v1/search?keyword=cooking${line}&count=1`,
          `/api/v1/search?keyword=cooking&count=1&x${line}=1`,
          `/api/v1/users/${line}`,
          `/docs/errors/${line}`,
          `/${line}`,
          `/graphql?query={__typename}&operationName=${line}`
        ]) {
          const { headers } = await victim.ask(target)
          if (headers.has('set-cookie')) throw new Error(`a header is made by ${target}`)
        }
      }
    }
  }
]
