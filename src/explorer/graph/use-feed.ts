import { useState } from 'preact/hooks'
import { type Problem, problemOf } from './problem.ts'

/** A page of a connection. */
export type Page<N> = {
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

/** How far each feed was walked in this tab, so that going back finds it as it was. */
const walks = new Map<string, Walked<unknown>>()

const endOf = <N>({ pageInfo }: Page<N>) => (pageInfo.hasNextPage ? pageInfo.endCursor : null)

/**
 * A feed that grows page by page. `id` names it; `first` is the page its view came with; `load` asks for the page behind a cursor.
 */
export const useFeed = <N>(id: string, first: Page<N>, load: (after: string) => Promise<Page<N> | null>): Feed<N> => {
  const [state, setState] = useState<{ id: string; isLoading: boolean; problem: Problem | null }>({
    id,
    isLoading: false,
    problem: null
  })
  const current = state.id === id ? state : { id, isLoading: false, problem: null }
  // What a walk holds is what its own `load` gave.
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
