import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { Resources } from '../src/core/resources.ts'
import { freshCheckout, run } from './checkout.ts'
import { isLeftOut } from './ignored-terms.ts'
import { ownKeyFile } from './own-key-file.ts'
import { hasRedisServer, openRedis, startRedis } from './own-redis.ts'

const hasNoRedis = isLeftOut(hasRedisServer(), 'failed starts with Redis')

describe.skipIf(hasNoRedis)('a clipgraph that cannot be created', () => {
  const checkout = freshCheckout()
  const file = ownKeyFile({ key: 'one' })
  let redis: Awaited<ReturnType<typeof startRedis>>
  beforeAll(async () => {
    redis = await startRedis()
  })
  afterAll(async () => {
    await redis.close()
    checkout.remove()
    file.remove()
  })

  test('leaves no connection, file or timer: the process ends by itself', async () => {
    const options = {
      dataUrl: inject('defaultDataset'),
      cacheUrl: redis.url,
      rateLimit: '10/1s',
      keyFile: file.path,
      logLevel: 'silent'
    }
    writeFileSync(
      join(checkout.path, 'fails.ts'),
      `import { readdirSync, readlinkSync } from 'node:fs'
      import { createClipgraph } from './src/host/clipgraph.ts'
      const plugins = [{ onPluginInit() { throw new Error('a plugin that fails') } }]
      for (let times = 0; times < 3; times += 1) {
        const error = await createClipgraph({ ...${JSON.stringify(options)}, plugins }).catch((error) => error)
        console.log(error.message)
      }
      const paths = readdirSync('/proc/self/fd').flatMap((fd) => { try { return [readlinkSync('/proc/self/fd/' + fd)] } catch { return [] } })
      console.log(paths.filter((path) => path === ${JSON.stringify(options.dataUrl)}).length)`
    )
    const { code, stdout } = await run('node_modules/.bin/node fails.ts', checkout.path)
    expect({ code, lines: stdout.trim().split('\n') }).toEqual({
      code: 0,
      lines: [...Array(3).fill('a plugin that fails'), '0']
    })
    const client = await openRedis(redis.url)
    await expect.poll(async () => (await client.clientList()).length).toBe(1)
    client.destroy()
  })
})

describe('what is opened', () => {
  test('is closed in the opposite order, all of it, and the first error is thrown', async () => {
    const resources = new Resources()
    const closed: string[] = []
    for (const name of ['a', 'b', 'c']) {
      resources.add(name, () => {
        closed.push(name)
        if (name !== 'a') throw new Error(name)
      })
    }
    await expect(resources.close()).rejects.toThrow('c')
    expect(closed).toEqual(['c', 'b', 'a'])
    await resources.close()
  })
})
