import { andThen, together } from '../../core/awaitable.ts'
import { lengthOf, toByteText } from '../../core/byte-text.ts'
import { answerTooLarge, smallerPage } from '../../core/errors.ts'
import { known } from '../../services/known.ts'
import type { Deps } from '../../services/operation.ts'
import { cachingHeaders, entityTag, freshnessOf, isKnown, notModified } from '../http/caching.ts'
import type { Incoming } from '../http/incoming.ts'
import { metaText } from '../http/meta.ts'
import { toPayload } from '../http/payload.ts'
import { jsonType, type Reply } from '../http/reply.ts'
import type { ReadyAnswer, ResponseCache } from '../http/response-cache.ts'
import type { HttpRoute } from '../http/route.ts'
import { addressing } from './address.ts'
import { type EnvelopeContents, envelopeOpening, successParts } from './envelope.ts'
import { type TableForm, tableFormOf } from './forms.ts'
import { operations, type RestOperation } from './operations.ts'
import { aliasesOf, ignoredHeader, parametersOf, queryNamesOf } from './parameters.ts'
import { tableOf } from './tables.ts'

type RestOptions = {
  deps: Deps
  ready: ResponseCache
  now: () => number
  /** Maximum size of a response in bytes. */
  maxAnswerBytes: number
}

/** Routes of all operations. */
export const restRoutes = (options: RestOptions): HttpRoute[] =>
  operations.map((operation) => routeOf(operation, options))

/** The operation's path as a router pattern. */
export const patternOf = ({ path }: Pick<RestOperation, 'path'>): string => path.replace(/\{(\w+)\}/g, ':$1')

const routeOf = (operation: RestOperation, { deps, ready, now: clock, maxAnswerBytes }: RestOptions): HttpRoute => {
  const table = tableOf(operation)
  const queryNames = queryNamesOf(operation)
  const aliases = aliasesOf(operation)
  const subject = { operation: operation.id, cost: 1 }
  const notes = ({ url }: Incoming) => ignoredHeader(url, queryNames, aliases)
  const formOf = ({ heading }: Incoming) =>
    table === null || heading.accept === undefined ? null : tableFormOf(heading.accept, table)
  const tooLarge =
    'count' in operation.input
      ? answerTooLarge('count', maxAnswerBytes, smallerPage)
      : answerTooLarge(Object.keys(operation.input)[0] ?? '', maxAnswerBytes)
  const address = addressing(operation)
  /** URL of the next page, from the given parameters. */
  const linkHeader = (given: ReturnType<typeof parametersOf>, next: EnvelopeContents['next']): readonly string[] => {
    if (next === null) return []
    const taken: Record<string, string | number> = {}
    for (const name in given) {
      const value = given[name]
      if (typeof value === 'string') taken[name] = value
    }
    return ['link', `<${address(Object.assign(taken, next))}>; rel="next"`]
  }

  return {
    surface: 'rest',
    pattern: patternOf(operation),
    notes,
    ready: (incoming) => {
      const now = clock()
      incoming.subject = subject
      const form = formOf(incoming)
      const known = ready.get(questionOf(incoming, form), now)
      return known === undefined ? undefined : toReply(incoming, known, form, true, now)
    },
    answer: (incoming, params) => {
      const now = clock()
      const { url, scope } = incoming
      const form = formOf(incoming)
      const given = parametersOf(url, params, queryNames)
      scope.passesListsThrough = form === null && operation.isList
      const run = () => operation.run(deps, scope, given)
      const written = (contents: EnvelopeContents) => {
        if (form === null || table === null) return successParts(contents)
        const rows = table.rowsOf(contents.data)
        return [toByteText(form.write(form.marksUnknown ? rows.map(known) : rows))]
      }
      const read = andThen(andThen(incoming.charge(subject.cost), run), (contents) =>
        together([contents, written(contents)])
      )
      return andThen(read, ([contents, texts]) => {
        if (lengthOf(texts) > maxAnswerBytes) throw tooLarge
        const payload = toPayload(...texts)
        const answer = {
          payload,
          tail: '',
          tag: entityTag(
            // Two forms may have the same bytes, but each needs its own tag.
            form !== null ? [form.type, ...texts] : typeof payload.content === 'string' ? texts : payload.content
          ),
          subject,
          headers: [
            ...notes(incoming),
            ...linkHeader(given, contents.next),
            ...['content-type', form === null ? jsonType : form.type]
          ],
          ...freshnessOf(scope, now)
        }
        ready.keep(questionOf(incoming, form), answer, scope)
        return toReply(incoming, answer, form, scope.cached, now)
      })
    }
  }
}

/** Each form of a response is cached separately. */
const questionOf = ({ url }: Incoming, form: TableForm | null): string => (form === null ? url : `${form.type} ${url}`)

/** Tables have no envelope. */
const toReply = (
  { requestId, heading }: Incoming,
  answer: ReadyAnswer,
  form: TableForm | null,
  cached: boolean,
  now: number
): Reply => {
  const second = Math.floor(now / 1_000)
  if (answer.caching?.second !== second) {
    answer.caching = { second, headers: [...cachingHeaders(answer, now), ...(answer.headers ?? [])] }
  }
  const { headers } = answer.caching
  if (isKnown(heading.ifNoneMatch, answer.tag)) return notModified(headers)
  const before = form === null ? envelopeOpening(metaText({ requestId, cached })) : ''
  return { status: 200, headers, body: { before, payload: answer.payload, after: '' } }
}
