import type { DatasetWriter } from '../sqlite/dataset-writer.ts'
import type { Calendar } from './calendar.ts'
import { day, firstPostAt, now, snowflake } from './moments.ts'
import type { Streams } from './random.ts'
import { effects } from './words.ts'

/** Uses of the most used effect. */
const mostUsed = 9_300_000_000

/** Writes the effects, most used first, and returns their number. */
export const writeEffects = (writer: DatasetWriter, streams: Streams, calendar: Calendar): number => {
  const random = streams.at('effects')
  effects.forEach(([name, ...tags], index) => {
    const pk = index + 1
    const publishedAt = random.between(firstPostAt - 900 * day, now - 20 * day)
    const id = snowflake(publishedAt, streams.unique('effect', pk))
    writer.effect({
      pk,
      effect_id: id,
      name,
      publish_time: calendar.shown(publishedAt),
      tags,
      user_count: pk === effects.length ? 0 : Math.floor((mostUsed * (0.8 + 0.2 * random.float())) / pk ** 2.1),
      icon_url: random.chance(0.06) ? null : `/media/effect/${id}.svg`
    })
  })
  return effects.length
}
