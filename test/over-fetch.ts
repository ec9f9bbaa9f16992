import { afterAll, beforeAll, describe } from 'vitest'
import { mount } from '../src/host/mount.ts'
import type { SurfacesOptions } from '../src/host/surfaces.ts'

/** Whether tests that are collected or run now reach what they start by `fetch` alone, without a socket. */
let isOn = false
export const isOverFetch = (): boolean => isOn

type Fetch = (request: Request) => Promise<Response>

/** What answers at addresses that only this process knows. */
const mounted = new Map<string, Fetch>()

/** What answers at an address; undefined where a socket does. */
export const mountedAt = (url: string): Fetch | undefined => mounted.get(new URL(url).origin)

const overSocket = globalThis.fetch
const overEither: typeof fetch = (input, init) => {
  const there = mountedAt(input instanceof Request ? input.url : String(input))
  return there === undefined ? overSocket(input, init) : there(new Request(input, init))
}

let made = 0

/** The same as a server, at an address of its own. */
export const startOverFetch = async (options: Omit<SurfacesOptions, 'mediaBase'>) => {
  made += 1
  const url = `http://mounted-${made}.invalid`
  const { config } = options
  const own = { authorize: null, plugins: [], basePath: '', cursorSecret: null }
  const clipgraph = await mount({ ...options, ...own, config: { ...config, publicUrl: config.publicUrl ?? url } })
  mounted.set(url, clipgraph.fetch)
  return {
    url,
    async close() {
      mounted.delete(url)
      await clipgraph.close()
    }
  }
}

const turn = (on: boolean) => {
  isOn = on
  globalThis.fetch = on ? overEither : overSocket
}

/** The tests of another file once more, over `fetch`. */
export const overFetch = (file: string) => {
  describe(`${file} over fetch`, async () => {
    beforeAll(() => turn(true))
    afterAll(() => turn(false))
    turn(true)
    // Under another address, because the file itself may have run in this process.
    await import(`./${file}?over-fetch`)
    turn(false)
  })
}
