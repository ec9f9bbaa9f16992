import type { GraphQLError } from 'graphql'
import type { QueryLimits } from '../../../core/config/config.ts'
import { ApiError, type ParamProblem } from '../../../core/errors.ts'
import { maxNames } from '../../../engines/filters/read-filter.ts'
import { maxRepresentations } from '../schema/federation.ts'
import { maxBatch } from '../schema/node.ts'
import { toGraphQLError } from './errors.ts'

/** Limits without a setting. */
export const fixedLimits = {
  /** Nested braces, brackets and parentheses: the parser and the functions that walk values recurse for each. */
  nesting: 200,
  /** Characters of a name: responses repeat it for every element and every error. */
  nameLength: 256,
  /**
   * Selections of an operation after fragments are expanded. Fragments that use each other twice double the number at each level; no honest
   * query exceeds this.
   */
  selections: 10_000,
  /** Elements of a list in variables: no argument takes more. */
  listLength: Math.max(maxBatch, maxNames),
  /** Values of all variables together, including lists, objects and their contents. */
  values: 1_000,
  /** Elements of a list of representations, which a gateway collects from whole lists of other subgraphs. */
  representations: maxRepresentations,
  /** Values of all representations together. */
  representationValues: 10 * maxRepresentations
} as const

export type Limit = keyof QueryLimits | keyof typeof fixedLimits

/** Limits that refuse the whole query. Reads beyond their limit fail individually (`cache/reads.ts`), and scans end at their limit. */
type Refusing = Exclude<Limit, 'reads' | 'scan'>

/** The `details` of every refusal. */
type Excess = ParamProblem & { limit: Limit; max: number; found: number }

/** The message for each limit. `field`: the affected field, if any. */
const reasons: Readonly<Record<Refusing, (found: number, max: number, field: string) => string>> = {
  // Counting stops at the limit.
  tokens: (_, max) => `has more than ${max} tokens, which is all that is allowed`,
  nesting: (_, max) => `has more than ${max} braces, brackets and parentheses within each other`,
  nameLength: (found, max) => `has a name of ${found} characters; at most ${max} are allowed`,
  directives: (found, max) => `has ${found} directives; at most ${max} are allowed`,
  selections: () => 'spells out too much: its fragments repeat each other too often',
  depth: (found, max) => `has ${found} levels; at most ${max} are allowed`,
  rootFields: (found, max) => `has ${found} fields at its root; at most ${max} are allowed`,
  aliases: (found, max, field) => `asks one object for ${field} under ${found} names; at most ${max} are allowed`,
  nodes: (found, max) =>
    `asks for up to ${found} elements of lists; at most ${max} are allowed: ask for smaller pages or fewer nested lists`,
  cost: (found, max) => `may cost ${found}; at most ${max} is allowed: ask for fewer elements or fewer nested lists`,
  // Writing stops at the limit.
  answerBytes: (_, max) =>
    `would have an answer of more than ${max / 1024 / 1024} MB: ask for fewer elements or fewer fields`,
  listLength: (found, max) => `has a list of ${found} elements; at most ${max} are allowed`,
  values: (_, max) => `has more than ${max} values, those of other variables included`,
  representations: (found, max) => `has ${found} representations; at most ${max} are allowed: send several requests`,
  representationValues: (_, max) => `has more than ${max} values in its representations`
}

const toError = (message: string, details: Excess): GraphQLError =>
  toGraphQLError(new ApiError('INVALID_PARAM', message, { details }), {}, { status: 400, spec: true })

/** The error of a query beyond a limit: 400, with details that name the limit, its value and the actual number. */
export const beyond = (limit: Refusing, found: number, max: number, field = ''): GraphQLError => {
  const reason = reasons[limit](found, max, field)
  return toError(`query ${reason}`, { param: 'query', reason, limit, max, found })
}

/** The refusal of an answer, or of a part that would make it too long. */
export const answerTooLong = (maxBytes: number): GraphQLError => beyond('answerBytes', maxBytes, maxBytes)

/** Whether an error is a refusal for this limit. */
export const isBeyond = (limit: Refusing, { extensions }: GraphQLError): boolean =>
  // Set by `beyond`.
  (extensions.details as Partial<Excess> | undefined)?.limit === limit

/** Limits of a variable: of the length of a list, and of the number and nesting of the values in it. */
export type VariableLimit = 'nesting' | 'listLength' | 'values' | 'representations' | 'representationValues'

/** The error of a variable beyond a limit. */
export const variableBeyond = (name: string, limit: VariableLimit, found: number): GraphQLError => {
  const max = fixedLimits[limit]
  const reason = reasons[limit](found, max, '')
  return toError(`Variable "$${name}" ${reason}`, { param: name, reason, limit, max, found })
}
