import type { Kind, WalkStop, Way } from './stops.ts'

/** A walk: its start, and each field followed with the object it led to. */
export type WalkPath = { begin: WalkStop; steps: readonly { way: Way; stop: WalkStop }[] }

export const endOf = ({ begin, steps }: WalkPath): WalkStop => steps.at(-1)?.stop ?? begin

/** Longer walks would exceed the server's depth limit: their first steps are dropped. */
const mostSteps = 5

/** The walk extended by one step. */
export const walked = ({ begin, steps }: WalkPath, way: Way, stop: WalkStop): WalkPath => {
  const longer = { begin, steps: [...steps, { way, stop }] }
  if (longer.steps.length <= mostSteps) return longer
  // A shortened walk starts at an object that has a root field.
  const first = longer.steps.findIndex((step) => step.stop.root !== null)
  return { begin: longer.steps[first]?.stop ?? stop, steps: longer.steps.slice(first + 1) }
}

/** Selected fields of each type on the way. */
const facts: Readonly<Record<Kind, string>> = {
  User: 'username followersCount',
  Post: 'postId caption plays',
  Sound: 'soundId title',
  Hashtag: 'hashtagId name',
  Place: 'placeId name',
  Effect: 'effectId name userCount',
  Collection: 'collectionId name',
  LiveRoom: 'roomId title viewerCount'
}

/** The query for all objects on the walk and their neighbours: two of each list. */
export const queryText = ({ begin, steps }: WalkPath): string => {
  const lines = ['query Walk {']
  const ends: string[] = ['}']
  const open = (text: string) => {
    const indent = '  '.repeat(ends.length)
    lines.push(`${indent}${text} {`)
    ends.push(`${indent}}`)
  }
  const tell = (kind: Kind) => {
    for (const fact of facts[kind].split(' ')) lines.push(`${'  '.repeat(ends.length)}${fact}`)
  }
  open(begin.root ?? `node(id: ${JSON.stringify(begin.id)})`)
  if (begin.root === null) open(`... on ${begin.kind}`)
  tell(begin.kind)
  for (const { way, stop } of steps) {
    open(way.isPaged ? `${way.field}(first: 2)` : way.field)
    if (way.isPaged) open('nodes')
    tell(stop.kind)
  }
  return [...lines, ...ends.toReversed()].join('\n')
}
