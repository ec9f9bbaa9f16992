import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type AnyVariables, createRequest, type OperationResult } from '@urql/core'
import { useEffect, useState } from 'preact/hooks'
import { useKey } from '../session.ts'
import { currentClient, noteRefusal } from './client.ts'
import { type Cost, costOf } from './cost.ts'
import { type Problem, problemsOf } from './problem.ts'

export type QueryState<D> = {
  /** Null until the first answer; `problems` gives the reasons for null parts. */
  data: D | null
  problems: readonly Problem[]
  /** The cost of the query when it ran; null until then. */
  cost: Cost | null
  isLoading: boolean
  /** Runs the query again, bypassing the cache. */
  again: () => void
}

type LastAnswer<D> = { id: string; data: D | null; problems: readonly Problem[]; cost: Cost | null }

const seen = <D>(id: string, result: Pick<OperationResult<D>, 'data' | 'error' | 'extensions'>): LastAnswer<D> => ({
  id,
  data: result.data ?? null,
  problems: problemsOf(result.error),
  cost: costOf(result.extensions)
})

/** The answer to a typed document. Answers cached in this tab are available at once. */
export const useQuery = <D, V extends AnyVariables>(document: TypedDocumentNode<D, V>, variables: V): QueryState<D> => {
  const { text: key } = useKey()
  const [attempt, setAttempt] = useState(0)
  const [latest, setLatest] = useState<LastAnswer<D> | null>(null)
  const id = `${createRequest(document, variables).key} ${key ?? ''}`

  let current = latest?.id === id ? latest : null
  if (current === null && key !== null) {
    const cached = currentClient().readQuery<D, V>(document, variables)
    if (cached !== null) current = seen(id, cached)
  }

  // The id stands for document, variables and key
  useEffect(() => {
    if (key === null) return
    const { unsubscribe } = currentClient()
      .query(document, variables, { requestPolicy: attempt === 0 ? 'cache-first' : 'network-only' })
      .subscribe((result) => {
        noteRefusal(result, key)
        setLatest(seen(id, result))
      })
    return unsubscribe
  }, [id, attempt])

  return {
    data: current?.data ?? null,
    problems: current?.problems ?? [],
    cost: current?.cost ?? null,
    isLoading: current === null,
    again: () => {
      setLatest(null)
      setAttempt((count) => count + 1)
    }
  }
}
