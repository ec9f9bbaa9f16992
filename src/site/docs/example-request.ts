import { randomUUID } from 'node:crypto'
import { asApiError } from '../../core/errors.ts'
import { Scope } from '../../core/scope.ts'
import { metaText } from '../../http/meta.ts'
import { failureJson, successJson } from '../../rest/envelope.ts'
import type { RestOperation } from '../../rest/operations.ts'
import type { Services } from '../../services/services.ts'
import type { Log } from '../../telemetry/log.ts'

/** An operation called with its example values: the address, and the values as the router would hand them over. */
export type ExampleRequest = { path: string; raw: Readonly<Record<string, string>> }

/** Optional parameters that the examples give all the same. The post look-up needs one of its two. */
const givenAnyway: ReadonlySet<string> = new Set(['count', 'videoId'])

export const exampleRequest = (operation: RestOperation, services: Services): ExampleRequest => {
  let path = operation.path
  const raw: Record<string, string> = {}
  const query: string[] = []
  for (const [name, { required, example }] of Object.entries(operation.service(services).input)) {
    const inPath = path.includes(`{${name}}`)
    if (!inPath && !required && !givenAnyway.has(name)) continue
    const encoded = encodeURIComponent(example)
    raw[name] = String(example)
    if (inPath) path = path.replace(`{${name}}`, encoded)
    else query.push(`${name}=${encoded}`)
  }
  return { path: query.length === 0 ? path : `${path}?${query.join('&')}`, raw }
}

const deadlineMs = 5_000

/** A scope for what a page asks itself. */
export const pageScope = (): Scope =>
  new Scope({ requestId: randomUUID(), startedAt: Date.now(), signal: AbortSignal.timeout(deadlineMs) })

export type ExampleAnswer = { status: number; body: unknown }

/** What the operation answers to its example, errors included, in the form REST gives it. */
export const exampleAnswer = async (operation: RestOperation, services: Services, log: Log): Promise<ExampleAnswer> => {
  const scope = pageScope()
  const { raw } = exampleRequest(operation, services)
  try {
    const answer = await operation.run(services, scope, raw)
    return { status: 200, body: JSON.parse(successJson(metaText(scope), answer)) }
  } catch (thrown) {
    const error = asApiError(thrown)
    if (error.status >= 500) log.error({ requestId: scope.requestId, err: error.cause ?? error }, error.message)
    return { status: error.status, body: JSON.parse(failureJson(metaText(scope), error)) }
  }
}
