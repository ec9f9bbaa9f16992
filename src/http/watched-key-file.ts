import { type BigIntStats, stat, statSync } from 'node:fs'
import { ConfigError } from '../config.ts'
import { markOf } from '../core/file-mark.ts'
import type { GatewayKeys } from './gateway-keys.ts'
import { type KeyFile, readKeyFile } from './key-file.ts'

/** How often is looked whether the file is another. */
const lookMs = 500

/**
 * A file of keys that may change while the process runs. One that cannot be read, or is no longer there, changes nothing; it keeps the
 * server from starting, with a `ConfigError`.
 */
export class WatchedKeyFile {
  readonly #path: string
  readonly #complain: (complaint: string) => void
  readonly #timer: NodeJS.Timeout
  /** Tells the file that was read last from any that came after it. */
  #seen: string
  #file: KeyFile
  #keys: GatewayKeys | null = null

  constructor(path: string, complain: (complaint: string) => void) {
    this.#path = path
    this.#complain = complain
    // Looked at before it is read, so that no change goes unseen: Node's own `watchFile` first looks some time after it is called.
    this.#seen = markOf(statSync(path, { bigint: true, throwIfNoEntry: false }))
    this.#file = readKeyFile(path)
    // Asked for by its path, whatever stands there: it is renamed into its place, or a link is turned to another.
    this.#timer = setInterval(() => stat(path, { bigint: true }, (_, stats) => this.#look(stats)), lookMs).unref()
  }

  /** The one that there was at the start: cursors are signed with the same for as long as the process runs. */
  get cursorSecret(): Buffer {
    return this.#file.cursorSecret
  }

  /** Lets the keys of the file in, and from then on those of every other that comes into its place. */
  letInto(keys: GatewayKeys): void {
    this.#keys = keys
    keys.useFile(this.#file.keys)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #look(stats: BigIntStats | undefined): void {
    const mark = markOf(stats)
    if (mark === this.#seen) return
    this.#seen = mark
    try {
      const { keys } = readKeyFile(this.#path)
      this.#file = { ...this.#file, keys }
      this.#keys?.useFile(keys)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const problem of error.problems) this.#complain(`${problem}; the keys from before still count`)
    }
  }
}
