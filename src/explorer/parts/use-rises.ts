import { useEffect, useRef, useState } from 'preact/hooks'
import type { Problem } from '../graph/problem.ts'
import type { Rise } from '../timeline/rise.ts'

/** When sounds took off, by their ids: kept as long as the tab, so that going back finds it. */
const known = new Map<string, Rise>()

export type Looking = { isRunning: boolean; points: number; problem: Problem | null }

/** Looks when each of some sounds took off, one after the other: it takes a query for each 50 posts. */
export const useRises = (ids: readonly string[]) => {
  const [looking, setLooking] = useState<Looking>({ isRunning: false, points: 0, problem: null })
  const isLeft = useRef(false)
  useEffect(
    () => () => {
      isLeft.current = true
    },
    []
  )
  const look = async () => {
    let { points } = looking
    setLooking({ isRunning: true, points, problem: null })
    const { riseOf } = await import('../timeline/load-rises.ts')
    for (const id of ids.filter((id) => !known.has(id))) {
      if (isLeft.current) return
      const rise = await riseOf(id)
      points += rise.points
      if (rise.problem !== null) return setLooking({ isRunning: false, points, problem: rise.problem })
      known.set(id, rise.rise)
      setLooking({ isRunning: true, points, problem: null })
    }
    setLooking({ isRunning: false, points, problem: null })
  }
  return { rises: known as ReadonlyMap<string, Rise>, looking, look }
}
