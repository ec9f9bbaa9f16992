import type { Engine } from './engine.ts'
import { bestOrder, type Grade, mean, mostByOne, mostOfOne, ndcg, processorMs, quantile } from './measures.ts'
import type { Row } from './row.ts'
import type { World } from './world.ts'

/** What one engine made of one row. */
export type Outcome = {
  row: Row
  /** Null when there is nothing to find. */
  ndcg: number | null
  isEmpty: boolean
  /** Grades of what it found, the first ten. */
  grades: readonly Grade[]
  /** For searches that should show several creators, and could: the most posts that one of them has among the first 20. */
  mostOfOne: number | null
  /** Processor time, the better of two. */
  ms: number
}

const places = 10

/** Enough to choose from: a page of one creator is the engine's choice then. */
const couldVary = ({ kind, isOfOneCreator, grades }: Row, creators: ReadonlyMap<string, string | null>): boolean => {
  if (kind !== 'top' || isOfOneCreator) return false
  return new Set([...grades.keys()].map((id) => creators.get(id))).size >= 10
}

export const outcomesOf = async (engine: Engine, rows: readonly Row[], world: World): Promise<Outcome[]> => {
  const creators = new Map<string, string | null>()
  for (const records of Object.values(world.records)) for (const { id, creator } of records) creators.set(id, creator)
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const { kind, query } = row
    const times: number[] = []
    let found: readonly string[] = []
    for (let round = 0; round < 2; round++) {
      const began = processorMs()
      if (engine.timed === undefined) found = await engine.find(kind, query)
      else await engine.timed(kind, query)
      times.push(processorMs() - began)
    }
    if (engine.timed !== undefined) found = await engine.find(kind, query)
    const grades = gradesOf(row, found)
    const graded = [...row.grades].map(([id, grade]) => ({ grade, creator: creators.get(id) ?? null }))
    const isVaried = (kind === 'top' || kind === 'videos') && !row.isOfOneCreator
    outcomes.push({
      row,
      ndcg: ndcg(grades, bestOrder(graded, places, isVaried), places),
      isEmpty: found.length === 0,
      grades: grades.slice(0, places),
      mostOfOne: couldVary(row, creators) ? mostByOne(found.map((id) => creators.get(id) ?? null)) : null,
      ms: Math.min(...times)
    })
  }
  return outcomes
}

/** Something that was there before in the same answer is worth nothing again. */
export const gradesOf = ({ gradeOf }: Pick<Row, 'gradeOf'>, found: readonly string[]): Grade[] => {
  const seen = new Set<string>()
  return found.map((id) => {
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew ? gradeOf(id) : 0
  })
}

export type Summary = {
  queries: number
  ndcg: number
  /** Of the queries that have something to find. */
  emptyShare: number
  /** Of the searches that could vary: those that show one creator more often than they should. */
  monotonousShare: number
  medianMs: number
  p99Ms: number
}

export const summaryOf = (outcomes: readonly Outcome[]): Summary => {
  const answerable = outcomes.filter(({ ndcg }) => ndcg !== null)
  const varied = outcomes.flatMap(({ mostOfOne }) => (mostOfOne === null ? [] : [mostOfOne]))
  const times = outcomes.map(({ ms }) => ms)
  return {
    queries: answerable.length,
    ndcg: mean(answerable.map(({ ndcg }) => ndcg ?? 0)),
    emptyShare: mean(answerable.map(({ isEmpty }) => (isEmpty ? 1 : 0))),
    monotonousShare: mean(varied.map((most) => (most > mostOfOne ? 1 : 0))),
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99)
  }
}
