import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../schema/builder.ts'
import { leafText } from './leaves.ts'
import type { ObjectPlan, ValuePlan } from './plan.ts'
import { type MakeObject, objectMaker } from './synchronous-objects.ts'

/** Objects of one plan written field by field before a constructor is compiled: compiling costs as much as writing a few. */
const worthMaking = 2

/** How many objects of a plan were written this way, and the compiled constructor from then on. */
const ways = new WeakMap<ObjectPlan, { written: number; make: MakeObject | null }>()

const makeOf = (plan: ObjectPlan): MakeObject | null => {
  const way = ways.get(plan)
  if (way === undefined) ways.set(plan, { written: 1, make: null })
  else if (way.written < worthMaking) way.written += 1
  else way.make ??= objectMaker(plan.fields)
  return way?.make ?? null
}

/**
 * The JSON of an object whose selections are all computed from it alone, written in one pass. Undefined where a part fails or is
 * asynchronous; the general path then runs and reports the failure.
 */
export const synchronousText = (
  plan: ObjectPlan,
  value: unknown,
  context: Context,
  info: GraphQLResolveInfo
): string | undefined => {
  try {
    const make = makeOf(plan)
    return make === null ? new Writer(context, info).object(plan, value) : JSON.stringify(make(value, context, info))
  } catch {
    return undefined
  }
}

class Writer {
  readonly #context: Context
  readonly #info: GraphQLResolveInfo

  constructor(context: Context, info: GraphQLResolveInfo) {
    this.#context = context
    this.#info = info
  }

  object({ fields }: ObjectPlan, parent: unknown): string | undefined {
    let text = '{'
    for (const { lead, value, resolve, args } of fields) {
      const written =
        value.kind === 'constant' ? value.text : this.#value(value, resolve(parent, args, this.#context, this.#info))
      if (written === undefined) return undefined
      text += lead + written
    }
    return `${text}}`
  }

  #value(plan: ValuePlan, value: unknown): string | undefined {
    if (value === null || value === undefined) return plan.nullable ? 'null' : undefined
    if (typeof value === 'object') {
      // A later request for the value reports its failure.
      if (value instanceof Promise) value.catch(() => {})
      if (value instanceof Promise || value instanceof Error) return undefined
    }
    if (plan.kind === 'leaf') return leafText(plan.form(value))
    if (plan.kind === 'object') return this.object(plan.object, value)
    return plan.kind === 'list' ? this.#list(plan.items, value as readonly unknown[]) : undefined
  }

  #list(items: ValuePlan, values: readonly unknown[]): string | undefined {
    let text = ''
    for (const value of values) {
      const written = this.#value(items, value)
      if (written === undefined) return undefined
      text += (text === '' ? '' : ',') + written
    }
    return `[${text}]`
  }
}
