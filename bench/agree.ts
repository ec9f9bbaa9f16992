import { type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { isOwnHeader, type Prepared } from './bare.ts'
import { key, type Running, type ServerName } from './servers.ts'
import { type Ask, nameOf, type Workload } from './workloads.ts'

/** Asks as the load does: with no header that it does not send. */
const send = async (server: Running, ask: Ask) => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = { 'x-gateway-key': key }
  const outgoing =
    'path' in ask
      ? request(server.url + ask.path, { headers })
      : request(`${server.url}/graphql`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(ask.body) }
        })
  outgoing
    .on('response', resolve)
    .on('error', reject)
    .end('path' in ask ? undefined : ask.body)
  const response = await promise
  return { status: response.statusCode, headers: response.rawHeaders, text: await readText(response) }
}

/** When a scorecard was computed is each server's own. */
const withoutMoments = (name: string, value: unknown) => (name === 'analysis_timestamp' ? null : value)

/** What one server says to one request, and the part of it that all servers must agree on. */
const answer = async (server: Running, ask: Ask, hasErrors: boolean) => {
  const { status, headers, text } = await send(server, ask)
  const { data, errors, pagination } = JSON.parse(text, withoutMoments) as {
    data?: unknown
    errors?: readonly { path?: unknown }[]
    pagination?: { has_more: boolean } | null
  }
  // REST answers carry `error: null`.
  if (status !== 200 || data == null || (errors !== undefined) !== hasErrors) {
    throw new Error(`${server.title} answers ${status} to ${JSON.stringify(ask)}: ${text.slice(0, 500)}`)
  }
  // Cursors are each server's own, and so is what it says of an error.
  const agreed = { data, hasMore: pagination?.has_more, failed: errors?.map(({ path }) => path) }
  return { headers, text, agreed }
}

/** Where two values differ first. */
const difference = (ours: unknown, theirs: unknown, path = ''): string => {
  if (typeof ours === 'object' && typeof theirs === 'object' && ours !== null && theirs !== null) {
    for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
      const [a, b] = [ours[name as never], theirs[name as never]]
      if (!isDeepStrictEqual(a, b)) return difference(a, b, `${path}.${name}`)
    }
  }
  return `${path}: ${JSON.stringify(ours)} and ${JSON.stringify(theirs)}`.slice(0, 500)
}

/** Some of many, evenly spread. */
const spread = <T>(all: readonly T[], count: number): readonly T[] =>
  Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor((index * all.length) / count)] as T)

const pairs = (headers: readonly string[]): [name: string, value: string][] =>
  Array.from({ length: headers.length / 2 }, (_, index) => [headers[2 * index] ?? '', headers[2 * index + 1] ?? ''])

/** The limit writes what clipgraph wrote, byte for byte but for the date. */
export const tellLimit = async (
  bare: Running,
  recorded: ReadonlyMap<Ask, { headers: readonly string[]; text: string }>
) => {
  const prepared: Prepared = { keepAliveSeconds: 0, answers: {} }
  for (const [ask, { headers, text }] of recorded) {
    const kept = Number(/^timeout=(\d+)$/.exec(new Headers(pairs(headers)).get('keep-alive') ?? '')?.[1] ?? 0)
    prepared.keepAliveSeconds = kept
    prepared.answers['path' in ask ? ask.path : ask.body] = {
      headers: pairs(headers)
        .filter(([name]) => !isOwnHeader(name))
        .flat(),
      text
    }
  }
  await fetch(bare.url, { method: 'PUT', body: JSON.stringify(prepared) })
  const written = (headers: readonly string[]) =>
    pairs(headers)
      .map(([name, value]) => `${name.toLowerCase()}: ${/^date$/i.test(name) ? '' : value}`)
      .sort()
  for (const [ask, { headers, text }] of spread([...recorded], 50)) {
    const limit = await send(bare, ask)
    const [ours, theirs] = [
      [written(headers), text],
      [written(limit.headers), limit.text]
    ]
    if (!isDeepStrictEqual(ours, theirs))
      throw new Error(`the limit writes something else at ${difference(ours, theirs)}`)
  }
}

/** What is no server, but the least that one takes. */
const limits: ReadonlySet<ServerName> = new Set(['bare', 'statements'])

/** Fails unless all servers say what clipgraph says; what it says, for the limit to write. */
export const agree = async (workload: Workload, reference: Running, running: ReadonlyMap<ServerName, Running>) => {
  const hasErrors = workload.hasErrors ?? false
  const checked = new Set(spread(workload.samples(), 50))
  const recorded = new Map<Ask, Awaited<ReturnType<typeof answer>>>()
  const bare = workload.servers.includes('bare') ? running.get('bare') : undefined
  for (const ask of bare === undefined ? checked : workload.samples()) {
    const expected = await answer(reference, ask, hasErrors)
    recorded.set(ask, expected)
    if (!checked.has(ask)) continue
    for (const name of workload.servers) {
      const server = running.get(name)
      if (server === undefined || limits.has(name)) continue
      const { agreed } = await answer(server, ask, hasErrors)
      if (isDeepStrictEqual(agreed, expected.agreed)) continue
      throw new Error(
        `${nameOf(workload)}: ${server.title} and ${reference.title} disagree over ${JSON.stringify(ask)}\n` +
          `at ${difference(agreed, expected.agreed)}`
      )
    }
  }
  if (bare !== undefined) await tellLimit(bare, recorded)
  return recorded
}
