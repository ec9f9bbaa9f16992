import { type BigIntStats, stat, statSync } from 'node:fs'
import { ConfigError } from '../../core/config/config.ts'
import { markOf } from '../../core/file-mark.ts'
import type { GatewayKeys } from './gateway-keys.ts'
import { type KeyFile, readKeyFile } from './key-file.ts'

/** Interval of checking the file for changes. */
const lookMs = 500

/**
 * A key file that may change while the process runs. A later version that is unreadable or missing is ignored; at startup it is a
 * `ConfigError`.
 */
export class WatchedKeyFile {
  readonly #path: string
  readonly #complain: (complaint: string) => void
  readonly #timer: NodeJS.Timeout
  /** Mark of the version that was read last. */
  #seen: string
  #file: KeyFile
  #keys: GatewayKeys | null = null

  constructor(path: string, complain: (complaint: string) => void) {
    this.#path = path
    this.#complain = complain
    // Taken before reading, so that no change is missed: Node's `watchFile` checks for the first time some time after the call.
    this.#seen = markOf(statSync(path, { bigint: true, throwIfNoEntry: false }))
    this.#file = readKeyFile(path)
    // By path, because the file may be replaced by a rename or a changed link.
    this.#timer = setInterval(() => stat(path, { bigint: true }, (_, stats) => this.#look(stats)), lookMs).unref()
  }

  /** The secret at startup, which cursors use for the life of the process. */
  get cursorSecret(): Buffer {
    return this.#file.cursorSecret
  }

  /** Adds the file's keys, and those of each later version. */
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
