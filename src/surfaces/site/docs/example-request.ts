import { randomUUID } from 'node:crypto'
import { asApiError } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import { Scope } from '../../../core/scope.ts'
import type { Deps } from '../../../services/operation.ts'
import { metaText } from '../../http/meta.ts'
import { addressOf } from '../../rest/address.ts'
import { failureJson, successJson } from '../../rest/envelope.ts'
import { exampleValues } from '../../rest/example-values.ts'
import type { RestOperation } from '../../rest/operations.ts'

/** An operation with its example values: the path, and the parameters as the router passes them. */
export type ExampleRequest = { path: string; raw: Readonly<Record<string, string>> }

/** Given values replace the example's. */
export const exampleRequest = (operation: RestOperation, values = exampleValues(operation)): ExampleRequest => ({
  path: addressOf(operation, values),
  raw: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
})

const deadlineMs = 5_000

/** A scope for requests of the docs pages. */
export const pageScope = (): Scope =>
  new Scope({ requestId: randomUUID(), startedAt: performance.now(), signal: AbortSignal.timeout(deadlineMs) })

export type ExampleAnswer = { status: number; body: unknown }

/** Whether answers use counted calls of a live source, which pages do not make for their examples. */
export const costsCalls = ({ reads }: Deps): boolean => reads.lacks != null

/** Text in place of answers that would use calls. */
export const notAsked = 'Calls of the source are counted, so this page makes none.'

/** The operation's response to its example, errors included, as REST renders it. */
export const exampleAnswer = async (
  operation: RestOperation,
  deps: Deps,
  log: Pick<Log, 'error'>,
  { raw } = exampleRequest(operation)
): Promise<ExampleAnswer> => {
  const scope = pageScope()
  try {
    const answer = await operation.run(deps, scope, raw)
    return { status: 200, body: JSON.parse(successJson(metaText(scope), answer)) }
  } catch (thrown) {
    const error = asApiError(thrown)
    if (error.isFault) log.error({ requestId: scope.requestId, err: error.cause ?? error }, error.message)
    return { status: error.status, body: JSON.parse(failureJson(metaText(scope), error)) }
  }
}
