import { LRUCache } from 'lru-cache'
import type { Allowance } from '../../core/allowance.ts'
import type { Caller } from './gateway-keys.ts'

/** Maximum callers with a stored rate limit. A dropped caller begins a new window. */
const maxRemembered = 10_000

/** Callers that a host names instead of identifying them by key. */
export class Subjects {
  readonly #callers = new LRUCache<string, Caller>({ max: maxRemembered })
  readonly #allowanceOf: (account: string) => Allowance | null

  constructor(allowanceOf: (account: string) => Allowance | null) {
    this.#allowanceOf = allowanceOf
  }

  callerOf(name: string): Caller {
    let caller = this.#callers.get(name)
    if (caller === undefined) {
      caller = { name, surfaces: null, allowance: this.#allowanceOf(`subject:${name}`) }
      this.#callers.set(name, caller)
    }
    return caller
  }
}
