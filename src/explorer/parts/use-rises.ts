import { useEffect, useRef, useState } from 'preact/hooks'
import type { Problem } from '../graph/problem.ts'
import type { Rise } from '../timeline/rise.ts'

/** Rises of sounds by id, cached for the tab, so that going back restores them. */
const cachedRises = new Map<string, Rise>()

export type RiseSearch = { isRunning: boolean; problem: Problem | null }

/** Finds the rise of each sound, one after the other: each takes a query per 50 posts. */
export const useRises = (ids: readonly string[]) => {
  const [riseSearch, setLooking] = useState<RiseSearch>({ isRunning: false, problem: null })
  const isLeft = useRef(false)
  useEffect(
    () => () => {
      isLeft.current = true
    },
    []
  )
  const findRises = async () => {
    setLooking({ isRunning: true, problem: null })
    const { riseOf } = await import('../timeline/load-rises.ts')
    for (const id of ids.filter((id) => !cachedRises.has(id))) {
      if (isLeft.current) return
      const rise = await riseOf(id)
      if (rise.problem !== null) return setLooking({ isRunning: false, problem: rise.problem })
      cachedRises.set(id, rise.rise)
      setLooking({ isRunning: true, problem: null })
    }
    setLooking({ isRunning: false, problem: null })
  }
  return { rises: cachedRises as ReadonlyMap<string, Rise>, riseSearch, findRises }
}
