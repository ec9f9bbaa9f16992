import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../schema/builder.ts'
import { type Make, objectMaker } from './local-objects.ts'
import type { FieldPlan, ValuePlan } from './plan.ts'

/** Objects of one plan that are written before it is worth to have them made: that costs as much as to write some of them field by field. */
const worthMaking = 2

/**
 * The JSON of objects all of whose selections follow from them alone, written in one go. Undefined where something in one fails or has to be
 * waited for after all: that is for the way that can wait, and say where it failed.
 */
export class LocalTexts {
  readonly #fields: readonly FieldPlan[]
  #written = 0
  #make: Make | null = null

  constructor(fields: readonly FieldPlan[]) {
    this.#fields = fields
  }

  of(value: unknown, context: Context, info: GraphQLResolveInfo): string | undefined {
    try {
      if (this.#make === null && this.#written++ === worthMaking) this.#make = objectMaker(this.#fields)
      return this.#make === null
        ? new Writer(context, info).object(this.#fields, value)
        : JSON.stringify(this.#make(value, context, info))
    } catch {
      return undefined
    }
  }
}

class Writer {
  readonly #context: Context
  readonly #info: GraphQLResolveInfo

  constructor(context: Context, info: GraphQLResolveInfo) {
    this.#context = context
    this.#info = info
  }

  object(fields: readonly FieldPlan[], parent: unknown): string | undefined {
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
    if (plan.kind === 'leaf') return JSON.stringify(plan.form(value))
    if (plan.kind === 'object') return this.object(plan.object.fields, value)
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
