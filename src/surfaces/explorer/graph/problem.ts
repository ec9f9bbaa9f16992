import type { CombinedError } from '@urql/core'
import { parseUrl } from '../../../records/identifiers.ts'

/** An error by the server's code; `UNREACHABLE` when there was no answer. */
export type Problem = {
  code: string
  message: string
  field: string | null
  /** The list element concerned, if any. */
  element?: number
  /** URL of the page that explains the code. */
  explained?: string
}

const unreachable: Problem = {
  code: 'UNREACHABLE',
  message: 'The server does not answer. It may be restarting, or the network is down.',
  field: null
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const pageOf = (details: unknown): { explained?: string } => {
  const address = typeof details === 'object' && details !== null && 'doc_url' in details ? text(details.doc_url) : null
  const path = address === null ? null : parseUrl(address, location.href)?.pathname
  return path?.startsWith('/docs/') ? { explained: path } : {}
}

/** All problems of an answer; empty when it is complete. */
export const problemsOf = (error: CombinedError | undefined): readonly Problem[] => {
  if (error === undefined) return []
  if (error.graphQLErrors.length === 0) return [unreachable]
  return error.graphQLErrors.map(({ message, path, extensions }) => {
    const element = path?.find((step) => typeof step === 'number')
    return {
      code: text(extensions.code) ?? 'INTERNAL_ERROR',
      message,
      field: path?.filter((step) => typeof step === 'string').join('.') ?? null,
      ...(element === undefined ? {} : { element }),
      ...pageOf(extensions.details)
    }
  })
}

/** Thrown when loading another page fails. */
export class AskFailed extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

export const problemOf = (thrown: unknown): Problem => (thrown instanceof AskFailed ? thrown.problem : unreachable)

const reasons: Readonly<Record<string, string>> = {
  UPSTREAM_ERROR: 'The data source gave no usable answer',
  UPSTREAM_TIMEOUT: 'The data source did not answer in time',
  RATE_LIMITED: 'Too many requests: try again'
}

/** Short reason why one creator of several is null; without a problem, the creator does not exist. */
export const reasonOf = (problem: Problem | undefined): string =>
  problem === undefined ? 'No such creator' : (reasons[problem.code] ?? problem.message)
