import { useState } from 'preact/hooks'
import { type Problem, problemOf } from './problem.ts'

/** A page of a connection. `totalCount`: of the whole list; null if the source cannot count it, and missing if it was not requested. */
export type LoadedPage<N> = {
  readonly totalCount?: number | null
  readonly nodes: readonly N[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

export type Feed<N> = {
  nodes: readonly N[]
  hasMore: boolean
  isLoading: boolean
  problem: Problem | null
  loadMore: () => void
}

type Walked<N> = { nodes: readonly N[]; after: string | null }

/** The loaded pages of each feed in this tab, so that going back restores them. */
const walks = new Map<string, Walked<unknown>>()

const endOf = <N>({ pageInfo }: LoadedPage<N>) => (pageInfo.hasNextPage ? pageInfo.endCursor : null)

/** A feed that loads page by page. `id` identifies it; `first` is the page loaded with the view; `load` fetches the page after a cursor. */
export const useFeed = <N>(
  id: string,
  first: LoadedPage<N>,
  load: (after: string) => Promise<LoadedPage<N> | null>
): Feed<N> => {
  const [state, setState] = useState<{ id: string; isLoading: boolean; problem: Problem | null }>({
    id,
    isLoading: false,
    problem: null
  })
  const current = state.id === id ? state : { id, isLoading: false, problem: null }
  // Its nodes come from its own `load`.
  const walked = (walks.get(id) as Walked<N> | undefined) ?? { nodes: first.nodes, after: endOf(first) }

  const loadMore = async () => {
    const { after } = walked
    if (after === null || current.isLoading) return
    setState({ id, isLoading: true, problem: null })
    try {
      const page = await load(after)
      if (page !== null) walks.set(id, { nodes: [...walked.nodes, ...page.nodes], after: endOf(page) })
      setState({ id, isLoading: false, problem: null })
    } catch (thrown) {
      setState({ id, isLoading: false, problem: problemOf(thrown) })
    }
  }
  return {
    nodes: walked.nodes,
    hasMore: walked.after !== null,
    isLoading: current.isLoading,
    problem: current.problem,
    loadMore
  }
}
