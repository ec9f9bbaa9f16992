import { afterEach } from 'vitest'

/** What a test opened, which is closed behind it, the last first. */
export const closedAfter = () => {
  const closing: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })
  return <T extends { close(): Promise<unknown> }>(thing: T): T => {
    closing.push(() => thing.close())
    return thing
  }
}
