import { useOpenTelemetry } from '@envelop/opentelemetry'
import { maxDepthPlugin } from '@escape.tech/graphql-armor-max-depth'
import { useResponseCache } from '@graphql-yoga/plugin-response-cache'
import { GraphQLError, isObjectType, version } from 'graphql'
import { createGraphQLError } from 'graphql-yoga'
import { open } from './host.mjs'

/** Plugins of the host, which bring the host's graphql with them. */
const spans = []
const span = { setAttribute() {}, recordException() {}, setStatus() {}, end() {}, spanContext: () => ({}) }
const startSpan = (name) => {
  spans.push(name)
  return span
}
const provider = { getTracer: () => ({ startSpan }) }
let types = 0
const looksAtSchema = {
  onSchemaChange({ schema }) {
    types = Object.values(schema.getTypeMap()).filter(isObjectType).length
  },
  onExecute({ args }) {
    if (args.operationName === 'Refused') throw new GraphQLError('not today', { extensions: { code: 'NOT_TODAY' } })
    if (args.operationName === 'Denied') throw createGraphQLError('not you', { extensions: { code: 'NOT_YOU' } })
  }
}
const over = async (plugins, use) => {
  const clipgraph = await open({ plugins, basePath: '' })
  const key = 'a-key-of-hosts'
  const post = async (query, { operationName, accept = 'application/json' } = {}) => {
    const headers = { 'content-type': 'application/json', 'x-gateway-key': key, accept }
    const response = await clipgraph.fetch(
      new Request('http://clipgraph/graphql', {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, operationName })
      })
    )
    return accept === 'application/json' ? response.json() : response.text()
  }
  const result = await use(post)
  await clipgraph.close()
  return result
}
const creator =
  'query Creator { user(by: { username: "maya.nguyen" }) { username posts(first: 2) { nodes { author { username } } } } }'
const deferred =
  '{ user(by: { username: "maya.nguyen" }) { username ... @defer { posts(first: 1) { nodes { author { username } } } } } }'
const codes = ({ errors }) => errors?.map(({ message, extensions }) => `${extensions.code}: ${message}`)

const cache = (more) => useResponseCache({ session: () => null, includeExtensionMetadata: true, ...more })
const hits = (plugin) =>
  over([plugin], async (post) => {
    await post(creator)
    const { data, extensions } = await post(creator)
    return { data, isHit: extensions.responseCache.hit === true }
  })
process.stdout.write(
  JSON.stringify({
    version,
    cache: await hits(cache()),
    uncached: await hits(cache({ ttlPerSchemaCoordinate: { 'Post.author': 0 } })),
    depth: await over([maxDepthPlugin({ n: 2 })], async (post) => codes(await post(creator))),
    traced: await over([useOpenTelemetry({ resolvers: true }, provider)], async (post) => ({
      data: (await post(creator)).data,
      failed: codes(await post('query Failed { user(by: { username: "nobody.at.all" }) { username } }')),
      spans: ['query.Creator', 'Query.user', 'Post.author'].filter((name) => spans.includes(name))
    })),
    seen: await over([looksAtSchema], async (post) => ({
      refused: codes(await post('query Refused { __typename }', { operationName: 'Refused' })),
      denied: codes(await post('query Denied { __typename }', { operationName: 'Denied' })),
      hasTypes: types > 20,
      deferred: await post(deferred, { accept: 'multipart/mixed' })
    }))
  })
)
