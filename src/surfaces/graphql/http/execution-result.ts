import type { ExecutionResult, GraphQLError } from 'graphql'
import { type ByteText, bytesOf } from '../../../core/byte-text.ts'
import type { Scope } from '../../../core/scope.ts'
import { type ClientPart, extensionsJson, type QueryResult } from '../query/answer.ts'
import { errorJson } from '../query/errors.ts'

/** A result that Yoga's serializer writes by `stringify`. */
type Sent = ExecutionResult & { stringify?: (result: object) => string }

const textOf = (json: ByteText): string => bytesOf(json).toString()

/** The form in which Yoga, and every plugin, sees an answer; an answer in parts is a sequence of payloads. */
export const toExecutionResult = (answer: QueryResult, scope: Scope): Sent | AsyncIterable<Sent> => {
  const { data, errors, parts } = answer
  if (data === null) return { errors }
  return parts === null ? lazyResult(data, errors) : inParts(answer, scope)
}

/** A result whose data is JSON already. It is parsed when a plugin reads it, and otherwise sent as it is. */
const lazyResult = (json: ByteText, errors: readonly GraphQLError[], more: object = {}): Sent => {
  let parsed: NonNullable<ExecutionResult['data']> | null = null
  let isRead = false
  const result: Sent = {
    ...(errors.length === 0 ? {} : { errors }),
    get data(): NonNullable<ExecutionResult['data']> | null {
      if (!isRead) parsed = JSON.parse(textOf(json))
      isRead = true
      return parsed
    },
    set data(value: NonNullable<ExecutionResult['data']> | null) {
      parsed = value
      isRead = true
    },
    ...more,
    stringify: (sent) => {
      if (isRead || sent !== result) return JSON.stringify(sent)
      let text = `{"data":${textOf(json)}`
      for (const name in result) {
        if (name === 'data' || name === 'stringify') continue
        const value = JSON.stringify(result[name as keyof Sent])
        if (value !== undefined) text += `,${JSON.stringify(name)}:${value}`
      }
      return `${text}}`
    }
  }
  return result
}

/**
 * The payloads of an answer in parts, in the form of the incremental delivery draft of August 2022, which Apollo Client, Relay, urql and
 * GraphiQL read. The last one repeats the extensions with what the parts needed.
 */
async function* inParts(answer: QueryResult, scope: Scope): AsyncGenerator<Sent> {
  const { data, errors, parts } = answer
  const extensions = () => extensionsOf(answer, scope)
  try {
    yield lazyResult(data ?? 'null', errors, { extensions: extensions(), hasNext: true })
    for await (const { parts: finished, hasNext } of parts ?? []) {
      const incremental = finished.map(partPayload)
      yield { incremental, hasNext, ...(hasNext ? {} : { extensions: extensions() }) } as Sent
    }
  } finally {
    await parts?.return?.()
  }
}

const partPayload = ({ key, json, path, label, errors }: ClientPart): object => ({
  ...(errors.length === 0 ? {} : { errors: errors.map(errorJson) }),
  [key]: json === null ? null : JSON.parse(textOf(json)),
  path,
  ...(label === null ? {} : { label })
})

/** The `extensions` of an answer. */
export const extensionsOf = (answer: QueryResult, scope: Scope): ExecutionResult['extensions'] =>
  JSON.parse(extensionsJson(answer, scope))
