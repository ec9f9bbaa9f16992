import type { Reads } from '../cache/reads.ts'
import type { Awaitable } from '../core/awaitable.ts'
import { invalidParam } from '../core/errors.ts'
import type { Scope } from '../core/scope.ts'
import type { Cursors } from './cursors.ts'
import type { Input } from './input.ts'

/** The default of `MAX_SCAN`, for dependencies that leave it out. */
export const defaultMaxScan = 1_000

/** Dependencies of operations; one object per server. */
export type Deps = {
  reads: Pick<Reads, 'lookUp' | 'page'> &
    Partial<
      Pick<
        Reads,
        | 'hasFilters'
        | 'hasWholeRecords'
        | 'findsHashtagsByName'
        | 'knowsMissing'
        | 'budget'
        | 'dataVersion'
        | 'isSampleData'
        | 'lacks'
        | 'recordsCounts'
      >
    >
  cursors: Cursors
  /** The clock, in milliseconds since 1970. */
  now: () => number
  /** Posts of a list that are read to filter, sort or count it, if the source cannot do so. */
  maxScan?: number
  /** Maximum points of one history; 1,000 by default. */
  maxPoints?: number
}

type Inputs = Readonly<Record<string, Input<unknown>>>
type InputValues<I extends Inputs> = { [K in keyof I]: I[K] extends Input<infer T> ? T : never }
type Raw<I extends Inputs> = { readonly [K in keyof I]?: unknown }
type Pair<I extends Inputs> = readonly [keyof I & string, keyof I & string]

export type Operation<I extends Inputs = Inputs, R = unknown> = {
  (deps: Deps, scope: Scope, raw: Raw<I>): Awaitable<R>
  readonly input: I
  /** Two optional inputs of which exactly one is required; null otherwise. */
  readonly exactlyOneOf: Pair<I> | null
}

/** An operation: its input is validated before it runs, and invalid input throws at once. */
export const operation = <I extends Inputs, R>(
  input: I,
  run: (deps: Deps, scope: Scope, values: InputValues<I>) => Awaitable<R>,
  exactlyOneOf: Pair<I> | null = null
): Operation<I, R> => {
  // Accepted names per input, its own first.
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
    // `values` has one entry per input, read by the rule that types it.
    return run(deps, scope, values as InputValues<I>)
  }
  return Object.assign(call, { input, exactlyOneOf })
}
