import type { GraphQLFormattedError } from 'graphql'
import type { Config } from '../../core/config/config.ts'
import { dataset, liveSource, postgres, upstream } from '../doctor/data.ts'
import type { DoctorFinding } from '../doctor/finding.ts'
import { adviceWords, problemWords } from '../source-words.ts'

/** Errors that hide the problem of the source from clients. */
const masked = new Set<unknown>(['UNAVAILABLE', 'UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT'])

/** The problem of the source with advice for its user; null if no error comes from it, or it answers again. */
export const sourceProblem = async (
  errors: readonly GraphQLFormattedError[],
  { data }: Config,
  from: string | undefined
): Promise<string | null> => {
  if (!errors.some(({ extensions }) => masked.has(extensions?.code))) return null
  for (const finding of await findings(data)) {
    if (finding.state !== 'wrong') continue
    const { found, todo = '' } = finding
    return `${problemWords(found, from)}. ${adviceWords(todo, from)}`
  }
  return null
}

const findings = (data: Config['data']): Promise<DoctorFinding[]> => {
  if (data.kind === 'postgres') return Promise.all(data.urls.map(postgres))
  if (data.kind === 'source') return Promise.all([liveSource(data.table)])
  return Promise.all([data.kind === 'sqlite' ? dataset(data) : upstream(data)])
}
