import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { operations } from '../../../src/surfaces/rest/operations.ts'
import { type Attack, addresses } from './attack.ts'

const encode = encodeURIComponent

/** Files of this project and of the machine, should a path lead to them. */
const files = /root:[^:]*:0:0|"dependencies"|GATEWAY_KEYS|SQLite format/

const dots = [
  '..',
  '%2e%2e',
  '%2E.',
  '..%2f',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '..;/',
  '.%00.',
  '..%c0%af'
]

/** Where an address leads. */
export const addressAttacks: readonly Attack[] = [
  {
    name: 'paths out of the folders that files are served from',
    fate: 'refused',
    async run(victim) {
      for (const folder of [
        '',
        '/docs',
        '/docs/errors',
        '/docs/guides',
        '/media',
        '/media/cover',
        '/graphiql',
        '/assets'
      ]) {
        for (const up of dots) {
          for (const file of ['package.json', 'etc/passwd']) {
            const { body } = await victim.ask(`${folder}/${`${up}/`.repeat(6)}${file}`)
            if (files.test(body)) throw new Error(`a file is shown: ${folder} ${up} ${file}`)
          }
        }
      }
    }
  },
  addresses('dot segments where a handle or an id stands', 'refused', [
    ...dots.flatMap((up) => [`/api/v1/users/${up}`, `/api/v1/users/${up}/posts`, `/api/v1/sounds/${up}`]),
    ...['.', '%2e', '...', '@..', '@%2e%2e'].map((up) => `/api/v1/users/${up}`)
  ]),
  addresses('ways past the key in spelling', 'refused', [
    ...[
      '//api/v1/users/maya.nguyen',
      '/./api/v1/users/maya.nguyen',
      '/x/../api/v1/users/maya.nguyen',
      '/API/v1/users/maya.nguyen'
    ],
    ...[
      '/api/v1/users/maya.nguyen/',
      '/api/v1/users/maya.nguyen;/healthz',
      '/api/v1/users/maya.nguyen%00',
      '/healthz/../api/v1/users/x'
    ],
    ...[
      '/graphql/',
      '/graphql;x',
      '/graphql%20',
      '/graphql%2f',
      '/GRAPHQL?query={__typename}',
      '/%2fgraphql',
      '/graphql\\?query={__typename}'
    ]
  ]),
  addresses('percent signs that mean nothing', 'refused', [
    ...['%', '%z', '%zz', '%E0%A4%A', '%FF', '%C0%AF', '%ED%A0%80', '%u0041', '%00', '%0a'].flatMap((text) => [
      `/api/v1/users/${text}`,
      `/api/v1/search?keyword=${text}`,
      `/${text}`
    ])
  ]),
  addresses('addresses of 15 KB', 'refused', [
    `/${'a'.repeat(15_000)}`,
    `/${'a/'.repeat(7_500)}`,
    `/api/v1/users/${'a'.repeat(15_000)}`,
    `/api/v1/search?keyword=${'a'.repeat(15_000)}`,
    `/api/v1/search?${'a&'.repeat(7_000)}`,
    `/docs/errors/${'A'.repeat(15_000)}`
  ]),
  addresses(
    'ids of 10,000 digits',
    'refused',
    operations.flatMap(({ path }) => (/\{\w*Id\}/.test(path) ? [path.replace(/\{\w+\}/, '1'.repeat(10_000))] : []))
  ),
  addresses('numbers that are none', 'refused', [
    ...[
      '-1',
      '0',
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      '1.5',
      '9'.repeat(400),
      '9007199254740993',
      '5%00',
      '٥',
      'null'
    ].flatMap((count) => [
      `/api/v1/sounds/library?count=${encode(count)}`,
      `/api/v1/search?keyword=a&count=${encode(count)}`
    ])
  ]),
  addresses('lists and objects in query strings', 'refused', [
    ...['count=1&count=2', 'count=1&count=', 'cursor=a&cursor=b', 'count=[1]', 'count={}'].map(
      (query) => `/api/v1/search?keyword=a&${query}`
    ),
    ...[
      'keyword=a&keyword=b',
      'keyword=&keyword=a',
      'keyword[]=a',
      'keyword[a]=b',
      'keyword.a=b',
      '__proto__[keyword]=a'
    ].map((query) => `/api/v1/search?${query}`)
  ]),
  addresses('parameters that objects have, and a thousand of them', 'harmless', [
    ...['__proto__=1', 'constructor[prototype][a]=1', 'toString=1', 'hasOwnProperty=1'].map(
      (query) => `/api/v1/search?keyword=a&${query}`
    ),
    `/api/v1/search?keyword=a&${Array.from({ length: 1_000 }, (_, index) => `p${index}=1`).join('&')}`
  ]),
  {
    name: 'addresses of this network as `url`, which is read and never fetched',
    fate: 'harmless',
    async run(victim) {
      let fetched = 0
      const canary = createServer((_, response) => {
        fetched += 1
        response.end()
      })
      await new Promise<void>((listening) => canary.listen(0, '127.0.0.1', listening))
      const { port } = canary.address() as AddressInfo
      try {
        for (const url of [
          ...['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '2130706433', '0x7f.1', '127.1', 'a@127.0.0.1'].map(
            (host) => `http://${host}:${port}/video/1`
          ),
          ...[
            'http://169.254.169.254/latest/meta-data/video/1',
            `//127.0.0.1:${port}/video/1`,
            `127.0.0.1:${port}/video/1`
          ],
          ...[
            `http://127.0.0.1:${port}/@a/video/1?next=http://127.0.0.1:${port}/`,
            `http://127.0.0.1:${port}/%0d%0aHost:x/video/1`
          ],
          ...[
            'file:///etc/passwd',
            'file:///video/1',
            'gopher://127.0.0.1/video/1',
            'ftp://127.0.0.1/video/1',
            'jar:http://x!/video/1'
          ],
          ...['javascript:alert(1)/video/1', 'data:text/html,/video/1', 'http://video/1', `http://127.0.0.1:${port}`]
        ]) {
          await victim.ask(`/api/v1/posts?url=${encode(url)}`)
          await victim.graph('query($url: String!){post(by: {url: $url}){id}}', { url })
        }
      } finally {
        canary.close()
      }
      if (fetched > 0) throw new Error(`${fetched} addresses were fetched`)
    }
  },
  addresses('other hosts as the target', 'harmless', [
    'http://evil.example/',
    'http://evil.example/api/v1/sounds/library',
    'http://evil.example/docs',
    'https://user:pass@evil.example/healthz'
  ]),
  addresses('views that are asked to show thousands of names, no letters and what there is not', 'harmless', [
    `/?compare=${'a,'.repeat(7_000)}`,
    `/?compare=${Array.from({ length: 2_000 }, (_, index) => `u${index}`).join(',')}`,
    `/?compare=${'%2C'.repeat(4_000)}`,
    `/?creator=${'%F0%9F%98%80'.repeat(1_000)}`,
    '/?creator=..%2F..%2Fetc%2Fpasswd',
    '/?creator=__proto__',
    '/?creator=%00&creator=maya.nguyen',
    '/?report=%E2%80%AE%E2%80%8B',
    '/?search=%ED%A0%80%FF',
    `/?search=${'a'.repeat(14_000)}`,
    '/?post=-1',
    `/?live=${'9'.repeat(10_000)}`,
    '/?sounds=constructor'
  ]),
  {
    name: 'questions that could be taken for each other by what is kept of answers',
    fate: 'harmless',
    async run(victim) {
      const pairs = [
        ['/api/v1/search?keyword=a&count=1', '/api/v1/search?keyword=a&count=2'],
        ['/api/v1/search?keyword=cooking%2C1', '/api/v1/search?keyword=cooking&count=1'],
        ['/api/v1/search?keyword=cooking&count=1', '/api/v1/search?keyword=cooking%261&count=1'],
        ['/api/v1/search?keyword=cooking&count=3', '/api/v1/search/videos?keyword=cooking&count=3'],
        ['/api/v1/users/maya.nguyen', '/api/v1/users/maya.nguyen/posts'],
        ['/graphql?query={__typename}', '/graphql?query={a:__typename}']
      ] as const
      for (const pair of pairs) {
        const data: string[] = []
        // Three times each, so that both are at hand.
        for (const target of [...pair, ...pair, ...pair]) data.push(dataOf((await victim.ask(target)).body))
        const [one, other] = data
        if (one === other || data.some((each, index) => each !== data[index % 2]))
          throw new Error(`${pair.join(' and ')} are taken for each other`)
      }
      // An address that was kept, as a body.
      const { status } = await victim.post('/graphql?query={__typename}')
      if (status !== 400) throw new Error('a body is taken for an address')
    }
  }
]

const dataOf = (body: string): string => JSON.stringify(JSON.parse(body).data)
