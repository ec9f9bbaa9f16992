import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sample } from '../src/engines/history/samples.ts'
import { DatasetWriter } from '../src/ingest/sqlite/dataset-writer.ts'
import { barePost, bareSound, bareUser } from '../test/bare-rows.ts'

/** Data with many samples: posts that were collected each day, and creators that were collected each week. */

const day = 86_400
const asOf = 1_780_000_000

export type SeriesSize = { posts: number; samples: number; creators: number; creatorSamples: number }

/** Numbers from 0 to 1, the same in every run. */
const dice = () => {
  let state = 7
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Counts that grow fast while a post is young, and slowly later. */
const samplesOfPost = (roll: () => number, createdAt: number, most: number): Sample[] => {
  const age = Math.floor((asOf - createdAt) / day)
  const number = Math.min(most, age + 1)
  const plays = 100 * 10 ** (4 * roll() ** 2)
  const hour = Math.floor(roll() * day)
  return Array.from({ length: number }, (_, index) => {
    const days = age - (number - 1 - index)
    const reached = plays * (1 - 2 ** (-days / 6) + days / 2_000 + 0.001 * roll())
    const part = (share: number) => Math.floor(reached * share)
    return {
      at: asOf - day - (number - 1 - index) * day + hour,
      source: 1 + (index % 2),
      values: [part(1), part(0.08), part(0.004), part(0.003), part(0.006), part(0.001)],
      rounded: 0,
      negative: 0
    }
  })
}

const samplesOfCreator = (roll: () => number, most: number): Sample[] => {
  const followers = 100 * 10 ** (4 * roll() ** 2)
  const growth = 0.02 * roll() - 0.002
  return Array.from({ length: most }, (_, index) => {
    const count = Math.floor(followers * (1 + growth) ** index)
    return {
      at: asOf - (most - index) * 7 * day + Math.floor(roll() * 7_200),
      source: 1,
      values: [count, 200 + index, count * 12, 100 + 2 * index],
      rounded: 0,
      negative: 0
    }
  })
}

/** Writes the data set and returns the number of its samples. */
export const makeSeries = (size: SeriesSize): { path: string; samples: number; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-series-'))
  const path = join(folder, 'series.db')
  const roll = dice()
  const writer = new DatasetWriter(path)
  writer.source({ name: 'first.ndjson', collected_from: null, collected_to: null })
  writer.source({ name: 'second.ndjson', collected_from: null, collected_to: null })
  writer.asOf(asOf)
  let samples = 0
  for (let pk = 1; pk <= size.creators; pk += 1) {
    const own = samplesOfCreator(roll, size.creatorSamples)
    writer.user(bareUser(pk, { followers: own.at(-1)?.values[0] ?? 0 }))
    writer.samples('users', pk, own)
    samples += own.length
  }
  const things = Math.ceil(size.posts / 20)
  // A few are used by most.
  const thing = () => 1 + Math.floor(things * roll() ** 4)
  for (let pk = 1; pk <= things; pk += 1) {
    writer.sound(bareSound(pk))
    writer.hashtag({ pk, hashtag_id: String(5_000_000 + pk), name: `tag${pk}` })
  }
  for (let pk = 1; pk <= size.posts; pk += 1) {
    const createdAt =
      asOf - Math.floor((pk % 10 === 0 ? 45 : 45 + 400 * roll()) * day * roll() ** (pk % 10 === 0 ? 1 : 0))
    const own = samplesOfPost(roll, createdAt, size.samples)
    const hashtags = [...new Set([thing(), thing(), thing()])].map((tag) => ({ pk: tag, id: null, name: `tag${tag}` }))
    writer.post(
      barePost(pk, {
        created_at: createdAt,
        author_pk: 1 + Math.floor(size.creators * roll()),
        sound_pk: thing(),
        hashtags,
        plays: own.at(-1)?.values[0] ?? 0
      })
    )
    writer.samples('posts', pk, own)
    samples += own.length
  }
  writer.finish()
  return { path, samples, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
