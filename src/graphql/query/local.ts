import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../schema/builder.ts'
import type { ObjectPlan, ValuePlan } from './plan.ts'

/**
 * The JSON of an object all of whose selections follow from it alone, written in one go. Undefined where something in it fails or has to be
 * waited for after all: that is for the way that can wait, and say where it failed.
 */
export const localText = (
  plan: ObjectPlan,
  value: unknown,
  context: Context,
  info: GraphQLResolveInfo
): string | undefined => {
  try {
    return new Writer(context, info).object(plan, value)
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
      // What it comes to is told to whoever asks again.
      if (value instanceof Promise) value.catch(() => {})
      if (value instanceof Promise || value instanceof Error) return undefined
    }
    if (plan.kind === 'leaf') return plan.write(value)
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
