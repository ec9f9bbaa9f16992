import { expect, inject, test } from 'vitest'
import { rollingRestart } from './rolling-restart.ts'

test('replicas can be started anew one by one while clients are asking, and nothing is lost', async () => {
  const rolled = await rollingRestart(inject('defaultDataset'), {
    replicas: 2,
    clients: 4,
    // Others are at work on the machine; the campaign has more replicas, and asks without a rest.
    restMs: 5,
    // Some looks of the balancer.
    graceMs: 1_500,
    paths: ['/api/v1/sounds/library', '/api/v1/search?q=a', '/graphql?query={soundLibrary{nodes{id}}}'],
    between: async (asked) => {
      const before = asked()
      await expect.poll(asked).toBeGreaterThan(before + 100)
    }
  })
  expect(rolled.lost).toEqual({})
  expect(rolled.exitCodes).toEqual([0, 0])
  expect(rolled.requests).toBeGreaterThan(300)
})
