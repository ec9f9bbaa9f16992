import { useEffect, useState } from 'preact/hooks'
import { ExploreListDocument } from '../../../../built/documents.js'
import { listedAtOnce } from '../../views/queries.ts'
import { askWithProblems } from '../graph/client.ts'
import { type Problem, problemOf, reasonOf } from '../graph/problem.ts'
import type { Requested } from '../table/creator-row.ts'

type Loaded = { rows: ReadonlyMap<string, Requested>; problem: Problem | null }

const none: Loaded = { rows: new Map(), problem: null }

/** The creators of a list in its order, loaded fifty at a time. Loaded ones stay visible while others load. */
export const useListed = (handles: readonly string[]) => {
  const [{ rows, problem }, setLoaded] = useState(none)
  const [attempt, setAttempt] = useState(0)
  const missing = handles.filter((handle) => !rows.has(handle.toLowerCase()))
  useEffect(() => {
    let isCurrent = true
    const load = async () => {
      for (let from = 0; from < missing.length && isCurrent; from += listedAtOnce) {
        const usernames = missing.slice(from, from + listedAtOnce)
        const { data, problems } = await askWithProblems(ExploreListDocument, { usernames })
        const found = usernames.map((handle, index): [string, Requested] => {
          const creator = data.usersByUsername?.[index] ?? null
          const reason = problems.find(({ element }) => element === index || element === undefined)
          const lacks = creator === null ? reasonOf(reason) : null
          return [handle.toLowerCase(), { handle, creator, lacks }]
        })
        if (isCurrent) setLoaded((before) => ({ rows: new Map([...before.rows, ...found]), problem: null }))
      }
    }
    load().catch((thrown: unknown) => {
      if (isCurrent) setLoaded((before) => ({ ...before, problem: problemOf(thrown) }))
    })
    return () => {
      isCurrent = false
    }
  }, [handles.join(), attempt])
  return {
    listed: handles.map(
      (handle): Requested => ({ handle, creator: null, lacks: null, ...rows.get(handle.toLowerCase()) })
    ),
    isLoading: missing.length > 0 && problem === null,
    problem,
    again: () => setAttempt((count) => count + 1)
  }
}
