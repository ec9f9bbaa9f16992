import { intents } from './intents.ts'
import { materialOf } from './material.ts'
import type { Row } from './row.ts'
import { sampledPeople } from './sampled-people.ts'
import { sampledPosts } from './sampled-posts.ts'
import { sampledScripts } from './sampled-scripts.ts'
import { sampledSuggestions } from './sampled-suggestions.ts'
import type { World } from './world.ts'
import { written } from './written.ts'

/** All rows over a data set, each query once for each kind of search. */
export const judgedRows = (world: World, { isDefault }: { isDefault: boolean }): Row[] => {
  const material = materialOf(world)
  const rows = [
    ...(isDefault ? [...written(world), ...intents(world)] : []),
    ...sampledPosts(material),
    ...sampledScripts(material),
    ...sampledPeople(material),
    ...sampledSuggestions(material)
  ]
  const seen = new Set<string>()
  return rows.filter(({ kind, query }) => {
    const key = `${kind} ${query.toLowerCase()}`
    return !seen.has(key) && seen.add(key)
  })
}
