import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Attack } from './campaign/attacks/attack.ts'
import { attackClasses } from './campaign/attacks/classes.ts'
import { Victim } from './campaign/attacks/victim.ts'
import { startFacade } from './chain.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { startServer, type TestServer } from './server.ts'

/** `npm run campaign -- attack` sends the same to a process of its own and measures what it costs. */
describe.each(attackClasses)('$name', ({ attacks }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  const attack = async ({ run, fate }: Attack, { url }: { url: string }) => {
    const victim = new Victim({ url })
    await run(victim)
    expect(victim.exchanges.length).toBeGreaterThan(0)
    expect(victim.problems(fate)).toEqual([])
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  }

  test.each(attacks.filter(({ isLong }) => isLong !== true))('do no harm: $name', async (each) => {
    if (each.upstream === undefined) return attack(each, server)
    const fake = await startFakeUpstream(each.upstream)
    const facade = await startFacade(fake.url)
    try {
      await attack(each, facade)
    } finally {
      await facade.close()
      await fake.close()
    }
  })

  test('have their rows in the docs', () => {
    const page = readFileSync(new URL('../docs/attacks.md', import.meta.url), 'utf8')
    expect(attacks.map(({ name }) => name).filter((name) => !page.includes(`| ${name} |`))).toEqual([])
  })
})
