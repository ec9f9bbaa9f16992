import type { GraphQLError } from 'graphql'
import type { QueryLimits } from '../../config.ts'
import { ApiError, type ParamProblem } from '../../core/errors.ts'
import { maxBatch } from '../schema/node.ts'
import { type HttpStatus, toGraphQLError } from './errors.ts'

/** Limits that nobody has a reason to move. */
export const fixedLimits = {
  /** Braces, brackets and parentheses open at once: the parser, and what walks values, call themselves for each. */
  nesting: 200,
  /** Characters of a name: answers repeat it for every element and every error. */
  nameLength: 256,
  /**
   * Selections an operation comes to when its fragments are written out. Fragments that use each other twice double it at each level;
   * beyond this nobody wrote it for its answer.
   */
  selections: 10_000,
  /** Elements of a list among the values of variables: no argument of the graph takes more. */
  listLength: maxBatch,
  /** Values of all variables together, lists and objects and what is in them. */
  values: 1_000
} as const

export type Limit = keyof QueryLimits | keyof typeof fixedLimits

/** Those that are told of the whole query. What is read beyond its limit is missed in its place (`cache/reads.ts`). */
type Refusing = Exclude<Limit, 'reads'>

/** What `details` of a refusal hold, whichever limit it is about. */
type Excess = ParamProblem & { limit: Limit; max: number; found: number }

/** How it is told what was found. `field`: which field, where it is one. */
const reasons: Readonly<Record<Refusing, (found: number, max: number, field: string) => string>> = {
  // Counting ends there.
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
  // Writing ends there.
  answerBytes: (_, max) =>
    `would have an answer of more than ${max / 1024 / 1024} MB: ask for fewer elements or fewer fields`,
  listLength: (found, max) => `has a list of ${found} elements; at most ${max} are allowed`,
  values: (_, max) => `has more than ${max} values, those of other variables included`
}

const toError = (message: string, details: Excess, http: HttpStatus): GraphQLError =>
  toGraphQLError(new ApiError('INVALID_PARAM', message, { details }), {}, http)

/** A query beyond a limit: 400, with details that name the limit, its value and what was found. */
export const beyond = (limit: Refusing, found: number, max: number, field = ''): GraphQLError => {
  const reason = reasons[limit](found, max, field)
  return toError(`query ${reason}`, { param: 'query', reason, limit, max, found }, { status: 400, spec: true })
}

/** Whether that is what a query was refused for. */
export const isBeyond = (limit: Refusing, { extensions }: GraphQLError): boolean =>
  // As `beyond` has put them there.
  (extensions.details as Partial<Excess> | undefined)?.limit === limit

/** The same for a variable. */
export const variableBeyond = (name: string, limit: 'listLength' | 'values', found: number): GraphQLError => {
  const max = fixedLimits[limit]
  const reason = reasons[limit](found, max, '')
  return toError(`Variable "$${name}" ${reason}`, { param: name, reason, limit, max, found }, { status: 400 })
}
