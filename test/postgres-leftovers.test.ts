import { afterAll, describe, expect, test } from 'vitest'
import { createDatabase, dropLeftovers, hasNoPostgres, type OwnDatabase, onPostgres } from './own-postgres.ts'

describe.skipIf(hasNoPostgres)('databases of tests', () => {
  const made: OwnDatabase[] = []
  afterAll(() => Promise.all(made.map(({ close }) => close())))

  test('that a run which was killed has left are gone with the next one a day later, and no others', async () => {
    const young = await createDatabase({ secondsAgo: 60 * 60 })
    const old = await createDatabase({ secondsAgo: 25 * 60 * 60 })
    made.push(young, old)
    await dropLeftovers()
    expect(await onPostgres(young.url, 'SELECT 1 AS is_there')).toEqual([{ is_there: 1 }])
    await expect(onPostgres(old.url, 'SELECT 1')).rejects.toThrow('does not exist')
  })
})
