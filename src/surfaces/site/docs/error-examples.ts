import { hash } from 'node:crypto'
import { readConfig } from '../../../core/config/config.ts'
import { ApiError, type ErrorCode } from '../../../core/errors.ts'
import { Cursors } from '../../../services/cursors.ts'
import { examples } from '../../../services/examples.ts'
import type { Deps } from '../../../services/operation.ts'
import { refusalJson } from '../../graphql/http/refusal.ts'
import { Queries, type QueryRequest } from '../../graphql/query/answer.ts'
import { DocumentFinder } from '../../graphql/query/document-finder.ts'
import { bodyTooLarge } from '../../http/incoming.ts'
import { metaText } from '../../http/meta.ts'
import { failureJson } from '../../rest/envelope.ts'
import type { ExampleValues } from '../../rest/example-values.ts'
import { operations } from '../../rest/operations.ts'
import { askGraph, shownAnswer } from './ask-graph.ts'
import type { DocumentedCode } from './error-texts.ts'
import { exampleAnswer, exampleRequest, pageScope } from './example-request.ts'

/** A request per surface that causes an error, and the response; null for a surface without it. */
export type ErrorExample = {
  rest: { request: string; status: number; body: unknown } | null
  graphql: { request: string; body: unknown } | null
}
type Example = () => Promise<ErrorExample>

const privateName = 'someone.private'
export const missingPost = '1000000000000000000'
const userPath = `/api/v1/users/${examples.username}`
const userQuery = `{\n  user(by: { username: "${examples.username}" }) {\n    displayName\n    followersCount\n  }\n}`

const exampleHash = hash('sha256', userQuery, 'hex')

const profile = (username: string) => ({ username, display_name: 'Maya Nguyen', is_private: username === privateName })

/** Reads of a world of creators without posts. */
const reads: Deps['reads'] = {
  // The examples use no other fields of a profile.
  lookUp: (_, kind, key) => (kind === 'user' ? (profile(key) as never) : null),
  page: () => Promise.resolve({ items: [], positions: [], next: null, total: null })
}

const readsThatEndWith = (code: ErrorCode): Deps['reads'] => {
  const fail = () => Promise.reject(new ApiError(code))
  return { lookUp: fail, page: fail }
}

const log = { error() {} }
const rules = readConfig({})
const queriesOver = (documents: DocumentFinder) =>
  new Queries({ documents, limits: rules.limits, plans: true, onServerError() {} })
const queries = queriesOver(new DocumentFinder({ rules }))
const depsOn = (reads: Deps['reads']): Deps => ({ reads, cursors: new Cursors([]), now: Date.now })

/** A query that fails during execution; REST has no equivalent. */
const failedQuery =
  (query: string, deps = depsOn(reads)): Example =>
  async () => ({ rest: null, graphql: { request: query, body: await askGraph({ query }, { deps, queries }) } })

/** An operation and a query that fail during execution. */
const failed =
  (id: string, values: ExampleValues, query: string, deps = depsOn(reads)): Example =>
  async () => {
    const operation = operations.find((known) => known.id === id)
    if (operation === undefined) throw new Error(`there is no operation ${id}`)
    const request = exampleRequest(operation, values)
    const rest = await exampleAnswer(operation, deps, log, request)
    const { graphql } = await failedQuery(query, deps)()
    return { rest: { request: `GET ${request.path}`, ...rest }, graphql }
  }

const failedRead = (code: ErrorCode): Example =>
  failed('getUser', { username: examples.username }, userQuery, depsOn(readsThatEndWith(code)))

/** A persisted query that is unknown because none are stored. */
const unknown =
  (question: QueryRequest, isClosed: boolean): Example =>
  async () => {
    const queries = queriesOver(new DocumentFinder({ rules, isClosed }))
    const request = `POST /graphql\ncontent-type: application/json\n\n${JSON.stringify(question, null, 2)}`
    const scope = pageScope()
    const body = shownAnswer(await queries.ask(question, { scope, deps: depsOn(reads) }), scope)
    return { rest: null, graphql: { request, body } }
  }

/** Requests that are refused before execution. */
const refused =
  (error: ApiError, rest: string | null, graphql: string | null, inGraph = error): Example =>
  async () => {
    const meta = metaText(pageScope())
    return {
      rest: rest === null ? null : { request: rest, status: error.status, body: JSON.parse(failureJson(meta, error)) },
      graphql: graphql === null ? null : { request: graphql, body: JSON.parse(refusalJson(meta, inGraph)) }
    }
  }

const foreignPage =
  'origin: https://elsewhere.example\naccess-control-request-method: GET\naccess-control-request-headers: x-gateway-key'

/** An example for each code, produced by the code that answers clients. */
export const errorExamples: Readonly<Record<DocumentedCode, Example>> = {
  INVALID_PARAM: failed(
    'listUserPosts',
    { username: examples.username, count: 5000 },
    `{\n  user(by: { username: "${examples.username}" }) {\n    displayName\n    posts(first: 5000) { nodes { caption } }\n  }\n}`
  ),
  UNSUPPORTED: failedQuery(`{\n  posts(first: 3, orderBy: PLAYS) { nodes { caption plays } }\n}`),
  UNAUTHORIZED: refused(
    new ApiError('UNAUTHORIZED'),
    `GET ${userPath}\nx-gateway-key: not-a-key`,
    'POST /graphql\nx-gateway-key: not-a-key'
  ),
  SURFACE_NOT_ALLOWED: refused(
    new ApiError('SURFACE_NOT_ALLOWED', 'The key may be used for graphql only.'),
    `GET ${userPath}\nx-gateway-key: …`,
    'POST /graphql\nx-gateway-key: …',
    new ApiError('SURFACE_NOT_ALLOWED', 'The key may be used for rest only.')
  ),
  ACCOUNT_PRIVATE: failed(
    'getCreatorScorecard',
    { username: privateName },
    `{\n  user(by: { username: "${privateName}" }) {\n    username\n    scorecard { scores { creatorAuthorityScore } }\n  }\n}`
  ),
  ORIGIN_NOT_ALLOWED: refused(
    new ApiError('ORIGIN_NOT_ALLOWED'),
    `OPTIONS ${userPath}\n${foreignPage}`,
    `OPTIONS /graphql\n${foreignPage}`
  ),
  NOT_FOUND: failed('getPost', { videoId: missingPost }, `{\n  post(by: { postId: "${missingPost}" }) { caption }\n}`),
  METHOD_NOT_ALLOWED: refused(
    new ApiError('METHOD_NOT_ALLOWED', 'Use GET or HEAD.'),
    `DELETE ${userPath}`,
    'DELETE /graphql',
    new ApiError('METHOD_NOT_ALLOWED', 'Use GET or HEAD or POST.')
  ),
  REQUEST_TIMEOUT: refused(
    new ApiError('REQUEST_TIMEOUT'),
    `GET ${userPath}\nx-gateway-key: …\n(and nothing more for 30 seconds)`,
    null
  ),
  PAYLOAD_TOO_LARGE: refused(
    bodyTooLarge(),
    `GET ${userPath}\ncontent-length: 300000`,
    'POST /graphql\ncontent-type: application/json\ncontent-length: 300000'
  ),
  UNSUPPORTED_MEDIA_TYPE: refused(
    new ApiError('UNSUPPORTED_MEDIA_TYPE'),
    null,
    `POST /graphql\ncontent-type: text/plain\n\n${userQuery}`
  ),
  RATE_LIMITED: failedRead('RATE_LIMITED'),
  INTERNAL_ERROR: failedRead('INTERNAL_ERROR'),
  UPSTREAM_ERROR: failedRead('UPSTREAM_ERROR'),
  UNAVAILABLE: failedRead('UNAVAILABLE'),
  UPSTREAM_TIMEOUT: failedRead('UPSTREAM_TIMEOUT'),
  HTTP_VERSION_NOT_SUPPORTED: refused(
    new ApiError('HTTP_VERSION_NOT_SUPPORTED'),
    `GET ${userPath} HTTP/2.0\nx-gateway-key: …`,
    'POST /graphql HTTP/2.0\nx-gateway-key: …'
  ),
  GRAPHQL_PARSE_FAILED: failedQuery(userQuery.slice(0, userQuery.indexOf('    followers'))),
  GRAPHQL_VALIDATION_FAILED: failedQuery(
    `{\n  user(by: { username: "${examples.username}" }) {\n    displayname\n  }\n}`
  ),
  PERSISTED_QUERY_NOT_FOUND: unknown({ documentId: `sha256:${exampleHash}` }, false),
  PERSISTED_QUERY_NOT_SUPPORTED: unknown(
    { extensions: { persistedQuery: { version: 1, sha256Hash: exampleHash } } },
    false
  ),
  PERSISTED_QUERY_ONLY: unknown({ query: userQuery }, true)
}
