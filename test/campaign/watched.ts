import { fileURLToPath } from 'node:url'
import { openDescriptors, residentMiB } from '../process-figures.ts'
import { serve } from '../served.ts'
import type { Held } from './watched-hook.ts'

const hook = fileURLToPath(new URL('watched-hook.ts', import.meta.url))

/** What the system says of a process: resident memory in MiB, open descriptors. */
export type Sample = { minute: number; resident: number; descriptors: number }

/** A server in a process of its own that can be looked into. */
export const startWatched = async (data: string, settings: Readonly<Record<string, string>>) => {
  const served = await serve(data, { LOG_LEVEL: 'silent', ...settings }, ['--expose-gc', '--import', hook])
  const began = performance.now()
  return {
    url: served.url,
    /** What it said, which can be nothing but warnings of Node, such as those of too many listeners. */
    said: served.stderr,
    sample: (): Sample => ({
      minute: (performance.now() - began) / 60_000,
      resident: residentMiB(served.pid),
      descriptors: openDescriptors(served.pid)
    }),
    // The hook answers with this.
    held: () => served.ask('what do you hold?') as Promise<Held>,
    /** Tells it to end; its exit code. */
    stop(): Promise<number | null> {
      served.kill('SIGTERM')
      return served.exited
    }
  }
}
