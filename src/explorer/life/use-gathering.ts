import { useLayoutEffect, useState } from 'preact/hooks'
import { createGathering, type Gathered, type Gathering, unasked } from './gathering.ts'
import { type Living, questionsOf } from './questions.ts'

/** Lives that were gathered in this tab, so that going back finds them; the latest last. */
const kept = new Map<string, Gathering>()
const mostKept = 4

const gatheringOf = (living: Living): Gathering => {
  const name = `${living.kind} ${living.id}`
  const known = kept.get(name) ?? createGathering(questionsOf(living))
  kept.delete(name)
  kept.set(name, known)
  for (const oldest of kept.keys()) {
    if (kept.size <= mostKept) break
    kept.get(oldest)?.stop()
    kept.delete(oldest)
  }
  return known
}

/** The gathering of a life, begun as soon as it is shown and stopped when it is left. */
export const useGathering = (living: Living): readonly [Gathered, Gathering] => {
  const [gathering] = useState(() => gatheringOf(living))
  const [gathered, setGathered] = useState(gathering.current)
  // Before it is seen for the first time, so that it never looks stopped.
  useLayoutEffect(() => {
    const unfollow = gathering.follow(() => setGathered(gathering.current))
    gathering.go(unasked)
    return () => {
      unfollow()
      gathering.stop()
    }
  }, [gathering])
  return [gathered, gathering]
}
