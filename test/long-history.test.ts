import { expect, test } from 'vitest'
import { invalidParam } from '../src/core/errors.ts'
import { examples } from '../src/services/examples.ts'
import { failingSource } from './failing-source.ts'
import { startServer } from './server.ts'

test('a history without step has months where its days are more than can be counted; days are refused', async () => {
  const tooLong = invalidParam('step', 'gives a timeline of more than 5000 steps; ask for longer ones')
  const server = await startServer({
    wrapSource: (source) =>
      failingSource(source, (kind, key) =>
        kind === 'postSummary' && key.includes('DAY') ? { found: tooLong } : undefined
      )
  })
  type Points = { at: string }[] | null
  const { data, errors } = await server.query<{ sound: { history: Points; months: Points; days: Points } }>(
    `{ sound(soundId: "${examples.soundId}") { history { at } months: history(step: MONTH) { at } days: history(step: DAY) { at } } }`
  )
  await server.close()
  expect(data?.sound.history?.length).toBeGreaterThan(3)
  expect(data?.sound.history).toEqual(data?.sound.months)
  expect(errors?.map(({ path }) => path)).toEqual([['sound', 'days']])
})
