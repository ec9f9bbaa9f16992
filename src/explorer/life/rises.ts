import type { Problem } from '../graph/problem.ts'
import { createGathering, type Gathered, unasked } from './gathering.ts'
import { questionsOf } from './questions.ts'
import { type TakeOff, tookOff } from './took-off.ts'

export type Rise = { tookOff: TakeOff; points: number; problem: Problem | null }

/** Gathers when a sound was used, without asking for its creators, as far as its page does. */
const gathered = (id: string): Promise<Gathered> =>
  new Promise((resolve) => {
    const { page } = questionsOf({ kind: 'sound', id })
    const gathering = createGathering({ page, audiences: async () => ({ data: new Map(), points: 0 }) })
    gathering.follow(() => {
      if (!gathering.current.isRunning) resolve(gathering.current)
    })
    gathering.go(unasked)
  })

/** When a sound took off, and the points it cost to know. */
export const riseOf = async (id: string): Promise<Rise> => {
  const { dots, points, problem } = await gathered(id)
  return { tookOff: tookOff(dots.map(({ at }) => at)), points, problem }
}
