import { testKey } from './server.ts'

const key = `x-gateway-key: ${testKey}\r\n`

/** Bytes that are no HTTP, or of which two readers could make different requests, by what is wrong with them. */
export const notHttp: readonly (readonly [what: string, bytes: string])[] = [
  ['words', 'hello\r\n\r\n'],
  ['a TLS hello', '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1'],
  ['a version without a dot', 'GET / HTTP/2\r\n\r\n'],
  ['an unknown method', `NONSENSE /api/v1/search HTTP/1.1\r\nHost: x\r\n${key}\r\n`],
  ['a method in lower case', `get /api/v1/search HTTP/1.1\r\nHost: x\r\n${key}\r\n`],
  ['a space in the address', `GET /api/v1/a b HTTP/1.1\r\nHost: x\r\n${key}\r\n`],
  ['raw UTF-8 in the address', `GET /api/v1/users/é HTTP/1.1\r\nHost: x\r\n${key}\r\n`],
  ['a header without a colon', `GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n`],
  ['NUL in a header', `GET / HTTP/1.1\r\nHost: x\r\nA: a\0b\r\n\r\n`],
  ['a space before the colon', `GET / HTTP/1.1\r\nHost : x\r\n\r\n`],
  ['a tab before the colon', `GET / HTTP/1.1\r\nHost: x\r\nA\t: b\r\n\r\n`],
  ['a header without a name', `GET / HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n`],
  ['a header that goes on in the next line', `GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n`],
  ['a space before the first header', `GET / HTTP/1.1\r\n Host: x\r\n\r\n`],
  ['line feeds alone', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['a line feed alone behind a header', `GET / HTTP/1.1\r\nHost: x\r\nA: b\nB: c\r\n\r\n`],
  ['a carriage return alone behind a header', `GET / HTTP/1.1\r\nHost: x\r\nA: b\rB: c\r\n\r\n`],
  ['a carriage return in a name', `GET / HTTP/1.1\r\nHost: x\r\nA\rB: c\r\n\r\n`],
  ['a space behind the version', `GET / HTTP/1.1 \r\nHost: x\r\n\r\n`],
  ['tabs in the first line', `GET\t/\tHTTP/1.1\r\nHost: x\r\n\r\n`],
  ['letters for a length', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: abc\r\n\r\n`],
  ['a negative length', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: -1\r\n\r\n`],
  ['two lengths', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
  [
    'a length and chunks',
    `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
  ],
  [
    'the same length twice',
    `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 2\r\nContent-Length: 2\r\n\r\nab`
  ],
  ['a list of lengths', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 2, 2\r\n\r\nab`],
  ['a length with a sign', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: +2\r\n\r\nab`],
  ['a hexadecimal length', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 0x2\r\n\r\nab`],
  ['no length', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: \r\n\r\nab`],
  ['a length beyond all', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Length: 99999999999999999999\r\n\r\nab`],
  ...[
    ['chunks twice', 'chunked, chunked', '2\r\nab\r\n0\r\n\r\n'],
    ['chunks and then another coding', 'chunked\r\nTransfer-Encoding: identity', '2\r\nab\r\n0\r\n\r\n'],
    ['nearly chunks', 'xchunked', '2\r\nab\r\n0\r\n\r\n'],
    ['chunks behind a vertical tab', '\x0bchunked', '2\r\nab\r\n0\r\n\r\n'],
    ['no transfer encoding', '', '2\r\nab\r\n0\r\n\r\n'],
    ['a chunk longer than its size', 'chunked', '1\r\nab\r\n0\r\n\r\n'],
    ['a chunk whose size has a prefix', 'chunked', '0x2\r\nab\r\n0\r\n\r\n'],
    ['a chunk of a negative size', 'chunked', '-2\r\nab\r\n0\r\n\r\n'],
    ['a chunk beyond all', 'chunked', 'fffffffffffffffff\r\nab\r\n0\r\n\r\n'],
    ['a space behind the size of a chunk', 'chunked', '2 \r\nab\r\n0\r\n\r\n'],
    ['line feeds alone between chunks', 'chunked', '2\nab\n0\n\n'],
    ['a line feed in the extension of a chunk', 'chunked', '2;a\nab\r\n0\r\n\r\n'],
    ['20,000 letters of extension of a chunk', 'chunked', `2;${'a'.repeat(20_000)}\r\nab\r\n0\r\n\r\n`]
  ].map(([what = '', coding, chunks]): [string, string] => [
    what,
    `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Content-Type: application/json\r\nTransfer-Encoding: ${coding}\r\n\r\n${chunks}`
  ]),
  ['a chunk of no size', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
  ['an unknown transfer encoding', `POST /graphql HTTP/1.1\r\nHost: x\r\n${key}Transfer-Encoding: foo\r\n\r\n`]
]
