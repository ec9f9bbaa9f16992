import type { DatasetWriter } from '../sqlite/dataset-writer.ts'
import type { SeedCreator } from './creators.ts'
import { now, snowflake } from './moments.ts'
import { fill } from './phrases.ts'
import type { Streams } from './random.ts'
import type { SeedTimeline } from './timeline.ts'

/** An early account with by far the most collections. */
const keenest = { pk: 2, collections: 36 }

/** Writes the creators' collections and returns their number. */
export const writeCollections = (
  writer: DatasetWriter,
  streams: Streams,
  creators: readonly SeedCreator[],
  timeline: SeedTimeline
): number => {
  let pk = 0
  for (const creator of creators) {
    const random = streams.at('collections', creator.pk)
    const posts = timeline.ofAuthor(creator.pk)
    const some = creator.pk <= 2 || (posts.length >= 10 && random.chance(0.12))
    if (creator.isPrivate || posts.length === 0 || !some) continue
    const count = creator.pk === keenest.pk ? keenest.collections : creator.pk === 1 ? 6 : random.between(1, 4)
    const names = new Map<string, number>()
    for (let place = 1; place <= count; place++) {
      pk += 1
      const id = snowflake(random.between(creator.joinedAt, now - 1), streams.unique('collection', pk))
      const posted = choosePosts(posts, creator.pk === 1 ? place : 2, () => random.float())
      writer.collection(
        {
          pk,
          collection_id: id,
          user_pk: creator.pk,
          place_in_list: place,
          name: composeName(creator, place, names),
          cover_url: posted.length === 0 || random.chance(0.06) ? null : `/media/collection/${id}.svg`
        },
        posted
      )
    }
  }
  return pk
}

/** The showcase account's first collection is long and its last empty; others hold some of its posts. */
const choosePosts = (posts: Uint32Array, place: number, float: () => number): number[] => {
  const numbers = Array.from(posts, (number) => number + 1).reverse()
  if (place === 1) return numbers.slice(0, 140)
  if (place === 6) return []
  const share = 0.05 + 0.4 * float()
  return numbers.filter(() => float() < share).slice(0, 60)
}

/** Repeated names are numbered; `names` counts them. */
const composeName = ({ language, topics }: SeedCreator, place: number, names: Map<string, number>): string => {
  const name = language.collectionNames[(place - 1) % language.collectionNames.length] ?? '1'
  const topic = topics[Math.floor((place - 1) / language.collectionNames.length) % topics.length] ?? topics[0]
  const whole = fill(language, name, () => language.topics[topic.key])
  const part = (names.get(whole) ?? 0) + 1
  names.set(whole, part)
  return part > 1 ? `${whole} ${part}` : whole
}
