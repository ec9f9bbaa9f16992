import type { Source } from '../src/store/source.ts'

/** A source whose pages of some kinds, for every key or one, come when the test says so. */
export const gatedSource = (kinds: readonly string[], only?: string) => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const asked: string[] = []
  const ended: string[] = []
  const wrap = (source: Source): Source => ({
    ...source,
    async page(kind, key, request, signal) {
      if (kinds.includes(kind) && (only ?? key) === key) {
        asked.push(kind)
        signal.addEventListener('abort', () => ended.push(kind))
        await Promise.race([
          opened,
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        ])
      }
      return source.page(kind, key, request, signal)
    }
  })
  return { wrap, asked, ended, open }
}
