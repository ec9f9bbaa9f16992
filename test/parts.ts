import {
  type DocumentNode,
  type FieldNode,
  getNullableType,
  isListType,
  Kind,
  parse,
  print,
  type SelectionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo
} from 'graphql'
import type { Random } from '../src/ingest/seed/random.ts'
import { schema } from '../src/surfaces/graphql/schema/schema.ts'
import type { GraphQLAnswer } from './server.ts'

type Incremental = {
  path: (string | number)[]
  data?: object | null
  items?: unknown[] | null
  errors?: GraphQLAnswer['errors']
  label?: string
}
export type Payload = GraphQLAnswer & { incremental?: Incremental[]; hasNext?: boolean }

/** The payloads of an answer in parts, as they come. */
export async function* payloadsOf(response: Response): AsyncGenerator<Payload> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/')) {
    yield (await response.json()) as Payload
    return
  }
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const { payloads, rest } = splitPayloads(type, text + chunk)
    text = rest
    for (const payload of payloads) yield JSON.parse(payload) as Payload
  }
}

/** The payloads that are complete in a text of a media type with parts, and what follows them. */
export const splitPayloads = (type: string, text: string): { payloads: string[]; rest: string } => {
  const pieces = text.split(type.startsWith('multipart/mixed') ? '\r\n---' : '\n\n')
  const rest = pieces.pop() ?? ''
  return { payloads: pieces.flatMap((piece) => /\{.*/s.exec(piece) ?? []), rest }
}

/** Every payload merged into one answer, as clients do. */
export const merged = async (payloads: AsyncIterable<Payload>): Promise<GraphQLAnswer & { payloads: number }> => {
  let answer: GraphQLAnswer = {}
  let count = 0
  for await (const { incremental = [], hasNext: _, ...first } of payloads) {
    count += 1
    answer = { ...answer, ...first }
    for (const { path, data, items, errors = [] } of incremental) {
      if (errors.length > 0) answer.errors = [...(answer.errors ?? []), ...errors]
      const at = items === undefined ? path : path.slice(0, -1)
      // biome-ignore lint/suspicious/noExplicitAny: any place in any answer
      const place = at.reduce<any>((value, step) => value[step], answer.data)
      if (items != null) place.splice(Number(path.at(-1)), items.length, ...items)
      else if (data != null) merge(place, data)
    }
  }
  return { ...answer, payloads: count }
}

const merge = (into: Record<string, unknown>, from: object): void => {
  for (const [name, value] of Object.entries(from)) {
    const known = Object.hasOwn(into, name) ? into[name] : undefined
    if (typeof known === 'object' && known !== null && typeof value === 'object' && value !== null) {
      merge(known as Record<string, unknown>, value)
    } else Object.defineProperty(into, name, { value, enumerable: true, writable: true, configurable: true })
  }
}

/** A valid query with `@defer` and `@stream` at any places; null where there is none for them. */
export const inParts = (query: string, random: Random): string | null => {
  const document = parse(query)
  let labels = 0
  const labelled = (name: string, rest = '') => {
    labels += 1
    return directiveOf(`@${name}(label: "l${labels}"${rest})`)
  }
  const types = new TypeInfo(schema)
  const isOverlapping = repeats(document)
  const changed: DocumentNode = visit(
    document,
    visitWithTypeInfo(types, {
      SelectionSet: {
        leave(set, _key, parent) {
          const isOperation = !Array.isArray(parent) && (parent as { kind?: string }).kind === Kind.OPERATION_DEFINITION
          const type = types.getParentType()
          if (type === null || type === undefined || type.name.startsWith('__') || !random.chance(0.4)) return undefined
          if (isOperation && set.selections.length < 2) return undefined
          const at = random.between(0, set.selections.length - 1)
          const deferred: SelectionNode = {
            kind: Kind.INLINE_FRAGMENT,
            directives: [labelled('defer')],
            selectionSet: { kind: Kind.SELECTION_SET, selections: set.selections.slice(at) }
          }
          return { ...set, selections: [...set.selections.slice(0, at), deferred] }
        }
      },
      Field(field) {
        const type = types.getType()
        const isStreamed =
          type != null && isListType(getNullableType(type)) && !isOverlapping.has(nameOf(field)) && random.chance(0.4)
        if (!isStreamed || types.getParentType()?.name.startsWith('__')) return undefined
        const stream = labelled('stream', `, initialCount: ${random.between(0, 3)}`)
        return { ...field, directives: [...(field.directives ?? []), stream] }
      }
    })
  )
  return labels === 0 ? null : print(changed)
}

const directiveOf = (text: string) => {
  const [definition] = parse(`{ a ${text} }`).definitions
  const field = definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined
  const [directive] = field?.directives ?? []
  if (directive === undefined) throw new Error('a directive is written')
  return directive
}

const nameOf = ({ alias, name }: FieldNode): string => alias?.value ?? name.value

/** Response names that are selected more than once: streams of one name would have to be the same. */
const repeats = (document: DocumentNode): ReadonlySet<string> => {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  visit(document, {
    Field(field) {
      const name = nameOf(field)
      if (seen.has(name)) repeated.add(name)
      seen.add(name)
    }
  })
  return repeated
}
