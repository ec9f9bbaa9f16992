import { type Attack, documents } from './attack.ts'

const creator = 'user(by: {username: "maya.nguyen"})'
const many = (count: number, write: (index: number) => string, between = ' ') =>
  Array.from({ length: count }, (_, index) => write(index)).join(between)
const globalId = (text: string) => Buffer.from(text).toString('base64url')

/** Names that objects of the language have. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

const posts =
  (body: string): Attack['run'] =>
  async (victim) => {
    await victim.post(body)
  }

/** Documents of the graph, and what goes with them. */
export const documentAttacks: readonly Attack[] = [
  {
    name: 'a batch, of none, two and a thousand',
    fate: 'refused',
    async run(victim) {
      for (const count of [0, 2, 1_000]) await victim.post(JSON.stringify(Array(count).fill({ query: '{__typename}' })))
    }
  },
  documents('fragments in a circle', 'refused', [
    `{${creator}{...A}} fragment A on User{...B} fragment B on User{...A}`,
    `{${creator}{...A}} fragment A on User{...A}`,
    `{${creator}{...F0}} ${many(50, (index) => `fragment F${index} on User{...F${(index + 1) % 50}}`)}`
  ]),
  documents('fragments that each spread the next one twice', 'harmless', [
    `{${creator}{...F0}} ${many(25, (index) => `fragment F${index} on User{...F${index + 1} ...F${index + 1}}`)} fragment F25 on User{username}`
  ]),
  documents('10,000 levels of selections', 'refused', [
    '{a'.repeat(10_000),
    `${'{a'.repeat(5_000)}${'}'.repeat(5_000)}`
  ]),
  documents('brackets without end', 'refused', [
    '{'.repeat(100_000),
    '('.repeat(100_000),
    `{node(id:${'{a:'.repeat(1_500)}`
  ]),
  documents('240 KB of comments, commas and white space', 'harmless', [
    `#${'x'.repeat(240_000)}\n{__typename}`,
    `${'#\n'.repeat(120_000)}{__typename}`,
    `{${','.repeat(240_000)}__typename}`,
    `{${' '.repeat(240_000)}__typename}`
  ]),
  documents('240 KB in one name, text, block text and number', 'refused', [
    `{${'x'.repeat(240_000)}}`,
    `{node(id: "${'x'.repeat(240_000)}"){id}}`,
    `{node(id: """${'x'.repeat(240_000)}"""){id}}`,
    `{node(id: ${'9'.repeat(240_000)}){id}}`,
    `{node(id: "${'\\u0041'.repeat(40_000)}`
  ]),
  documents('500 fields that nobody has, each with a suggestion', 'refused', [
    `{${many(500, (index) => `usre${index}`)}}`
  ]),
  documents('one directive 500 times, and directives of others', 'refused', [
    `{${creator}{username ${'@include(if: true) '.repeat(500)}}}`,
    '{... @defer(if: 3) {__typename}}',
    `{${creator}{username @stream}}`,
    `{${creator}{${many(1_000, (index) => `... @defer(label: "l${index}"){id}`)}}}`,
    '{__typename @skip}'
  ]),
  documents('operations that there are not', 'refused', [
    'mutation{a}',
    'subscription{a}',
    'query A{__typename} query A{__typename}'
  ]),
  documents('names that every object has, as fields and types', 'refused', [
    ...inherited.map((name) => `{${name}}`),
    ...inherited.map((name) => `{...on ${name}{id}}`),
    ...inherited.map((name) => `{__type(name:"x"){${name}}}`)
  ]),
  documents('names that every object has, as aliases, operations and fragments', 'harmless', [
    `query constructor{${many(inherited.length, (index) => `${inherited[index]}: __typename`)}}`,
    `{${creator}{${many(inherited.length, (index) => `${inherited[index]}: username`)}}}`,
    `{...toString} fragment toString on Query{valueOf: ${creator}{constructor: posts(first: 1){hasOwnProperty: nodes{id}}}}`,
    '{__type(name: "__proto__"){name} constructor: __type(name: "constructor"){name}}'
  ]),
  {
    name: 'names that every object has, in variables and beside the query',
    fate: 'harmless',
    async run(victim) {
      for (const name of inherited) {
        await victim.post(`{"query":"{__typename}","${name}":{"a":1}}`)
        await victim.post(`{"query":"query($a:String){__typename}","variables":{"${name}":{"polluted":1},"a":"b"}}`)
        await victim.post(`{"query":"query constructor{__typename}","operationName":"${name}"}`)
        await victim.post(`{"query":"{__typename}","extensions":{"${name}":{"polluted":1}}}`)
        await victim.post(`{"documentId":"${name}"}`)
        await victim.graph('query($by: UserBy!){user(by: $by){username}}', JSON.parse(`{"by":{"${name}":"a"}}`))
      }
      if ('polluted' in {}) throw new Error('a prototype is polluted')
    }
  },
  {
    name: 'JSON within JSON, 40,000 levels',
    fate: 'harmless',
    async run(victim) {
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '1}']
      ] as const) {
        const value = `${open.repeat(20_000)}${open === '[' ? '' : '1'}${(open === '[' ? close : '}').repeat(20_000)}`
        await victim.post(value)
        await victim.post(`{"query":"{__typename}","variables":{"a":${value}}}`)
        await victim.post(`{"query":"{__typename}","extensions":${value}}`)
      }
    }
  },
  {
    name: 'ids of nodes that nobody gave',
    fate: 'refused',
    async run(victim) {
      for (const id of [
        ...inherited.map((name) => globalId(`${name}:1`)),
        ...[
          'Query:1',
          'User:__proto__',
          'User:../../admin',
          'User:a@XX',
          'Post:1 OR 1=1',
          'Node:1',
          ':',
          'User:\0'
        ].map(globalId),
        ...['', '1', '=', '====', 'A'.repeat(100_000), '\ud800', '🍞'.repeat(1_000)]
      ]) {
        await victim.graph('query($id: ID!){node(id: $id){id}}', { id })
      }
    }
  },
  {
    name: 'names of documents that lead elsewhere',
    fate: 'refused',
    async run(victim) {
      for (const documentId of [
        '../../../etc/passwd',
        'sha256:',
        'sha256:../x',
        `sha256:${'0'.repeat(64)}`,
        'sha256:'.repeat(1_000),
        '\0'
      ]) {
        await victim.post(JSON.stringify({ documentId }))
      }
      for (const sha256Hash of ['', '0'.repeat(64), 'A'.repeat(64), 5, null, {}, ['0'.repeat(64)]]) {
        await victim.post(
          JSON.stringify({ query: '{a:__typename}', extensions: { persistedQuery: { version: 1, sha256Hash } } })
        )
      }
    }
  },
  {
    name: 'bodies that are no question',
    fate: 'refused',
    async run(victim) {
      for (const body of [
        '',
        'null',
        '5',
        '"{__typename}"',
        '{"query":5}',
        '{"query":["{__typename}"]}',
        '{"query":{"a":1}}',
        '\ufeff{}',
        '{"query":"{__typename}"'
      ]) {
        await victim.post(body)
      }
    }
  },
  {
    name: 'a query that costs too much',
    fate: 'refused',
    run: posts(
      JSON.stringify({
        query: `{${creator}{posts(first:100){nodes{author{posts(first:100){nodes{author{posts(first:100){nodes{id}}}}}}}}}}`
      })
    )
  },
  {
    name: 'what costs too much through agents, and tools that there are not',
    fate: 'harmless',
    async run(victim) {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
      for (const params of [
        { name: '__proto__', arguments: {} },
        { name: 'graphql', arguments: { query: '{a'.repeat(5_000) } },
        { name: 'getUser', arguments: { username: '../../admin', __proto__: null } },
        { name: 'getUser', arguments: 'x' },
        { name: 'search', arguments: { keyword: 'a'.repeat(200_000) } }
      ]) {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
        await victim.ask('/mcp', { method: 'POST', headers, body })
      }
      for (const body of [
        '[]',
        `[${many(100, () => '{"jsonrpc":"2.0","id":1,"method":"ping"}', ',')}]`,
        '{"jsonrpc":"1.0"}',
        '{'
      ]) {
        await victim.ask('/mcp', { method: 'POST', headers, body })
      }
    }
  }
]
