import type { Reads } from '../cache/reads.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { invalidParam } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import type { Cursors } from './cursors.ts'
import type { Input } from './input.ts'

/** What operations work with; one of them for a server's whole life. */
export type Deps = {
  reads: Pick<Reads, 'lookUp' | 'page'>
  cursors: Cursors
  /** The clock, in milliseconds since 1970. */
  now: () => number
}

type Inputs = Readonly<Record<string, Input<unknown>>>
type Values<I extends Inputs> = { [K in keyof I]: I[K] extends Input<infer T> ? T : never }
type Raw<I extends Inputs> = { readonly [K in keyof I]?: unknown }
type Pair<I extends Inputs> = readonly [keyof I & string, keyof I & string]

export type Operation<I extends Inputs = Inputs, R = unknown> = {
  (deps: Deps, scope: Scope, raw: Raw<I>): Awaitable<R>
  readonly input: I
  /** Two optional inputs of which one must be given; null where there are none. */
  readonly exactlyOneOf: Pair<I> | null
}

/** Something that can be asked: its input is read and checked before it runs, and what is wrong with it is thrown at once. */
export const operation = <I extends Inputs, R>(
  input: I,
  run: (deps: Deps, scope: Scope, values: Values<I>) => Awaitable<R>,
  exactlyOneOf: Pair<I> | null = null
): Operation<I, R> => {
  // What each may be called, its own name first.
  const inputs = Object.entries(input).map(([name, rule]) => ({
    name,
    rule,
    spellings: [name, ...(rule.aliases ?? [])]
  }))
  const call = (deps: Deps, scope: Scope, raw: Raw<I>): Awaitable<R> => {
    const given: Readonly<Record<string, unknown>> = raw
    const values: Record<string, unknown> = {}
    for (const { name, rule, spellings } of inputs) {
      const spelled = spellings.find((spelling) => given[spelling] != null) ?? name
      values[name] = rule.read(given[spelled] ?? undefined, spelled)
    }
    if (exactlyOneOf !== null) {
      const [one, other] = exactlyOneOf
      if ((values[one] === null) === (values[other] === null)) {
        throw invalidParam(one, `or ${other} is required, exactly one of the two`)
      }
    }
    // One value was read for each key of the input, each by the rule that types it.
    return run(deps, scope, values as Values<I>)
  }
  return Object.assign(call, { input, exactlyOneOf })
}
