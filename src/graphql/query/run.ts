import type { GraphQLResolveInfo } from 'graphql'
import type { Awaitable } from '../../core/awaitable.ts'
import type { ByteText } from '../../core/byte-text.ts'
import type { Context } from '../schema/builder.ts'
import type { Variables } from './inputs.ts'
import type { Memo } from './memo.ts'
import type { FieldPlan, ListPlan, ObjectPlan, Plan, ValuePlan } from './plan.ts'

type Text = Awaitable<ByteText>

/** Something failed. What exactly a client is to see of it is for the general way to find out. */
export class Failed extends Error {}

/** The JSON of `data`. Rejects with `Failed` when anything went wrong. */
export const runPlan = (
  plan: Plan,
  variables: Variables,
  context: Context,
  /** Whether texts of records are worth keeping for the next run. */
  keeps = true
): Awaitable<ByteText> => {
  const text = new Run(variables, context, keeps).object(plan.root, undefined)
  if (!(text instanceof Promise)) return text
  return text.catch((cause: unknown) => {
    throw new Failed('the plan did not run through', { cause })
  })
}

class Run {
  readonly #variables: Variables
  readonly #context: Context
  readonly #keeps: boolean

  constructor(variables: Variables, context: Context, keeps: boolean) {
    this.#variables = variables
    this.#context = context
    this.#keeps = keeps
  }

  object({ fields, memo }: ObjectPlan, value: unknown): Text {
    const known = memo?.get(value as object)
    if (known !== undefined) return known
    const texts: Text[] = []
    let waits = false
    for (const field of fields) {
      const text = this.#field(field, value)
      waits ||= text instanceof Promise
      texts.push(text)
    }
    // Resolvers have all been called by now, so their reads travel together.
    if (waits) return Promise.all(texts).then((settled) => join(fields, settled))
    return this.#kept(memo, value as object, join(fields, texts as ByteText[]))
  }

  #field(field: FieldPlan, parent: unknown): Text {
    if (field.value.kind === 'constant') return field.value.text
    let value: unknown
    try {
      const args = typeof field.args === 'function' ? field.args(this.#variables) : field.args
      value = field.resolve(parent, args, this.#context, this.#info(field))
    } catch (error) {
      // Not thrown on: what was started before must not be left without anyone listening.
      return Promise.reject(error)
    }
    return value instanceof Promise
      ? value.then((settled) => this.#value(field.value, settled))
      : this.#value(field.value, value)
  }

  #value(plan: ValuePlan, value: unknown): Text {
    if (value === null || value === undefined) {
      return plan.nullable ? 'null' : Promise.reject(new Failed('null where there must be a value'))
    }
    if (value instanceof Error) return Promise.reject(value)
    try {
      switch (plan.kind) {
        case 'leaf':
          return plan.write(value)
        case 'constant':
          return plan.text
        case 'object':
          return this.object(plan.object, value)
        case 'list':
          return this.#list(plan, value as readonly unknown[])
      }
    } catch (error) {
      return Promise.reject(error)
    }
  }

  #list({ items, memo }: ListPlan, values: readonly unknown[]): Text {
    const known = memo?.get(values)
    if (known !== undefined) return known
    const texts: Text[] = []
    let waits = false
    for (const value of values) {
      const text =
        value instanceof Promise ? value.then((settled) => this.#value(items, settled)) : this.#value(items, value)
      waits ||= text instanceof Promise
      texts.push(text)
    }
    return waits ? Promise.all(texts).then(list) : this.#kept(memo, values, list(texts as ByteText[]))
  }

  #kept(memo: Memo | null, value: object, text: ByteText): ByteText {
    return memo === null || !this.#keeps ? text : memo.set(value, text)
  }

  #info(field: FieldPlan): GraphQLResolveInfo {
    // Resolvers here look at nothing else of it.
    return { ...field.info, variableValues: this.#variables } as GraphQLResolveInfo
  }
}

const join = (fields: readonly FieldPlan[], values: readonly ByteText[]): ByteText => {
  let text = '{'
  for (let index = 0; index < fields.length; index += 1) {
    if (index > 0) text += ','
    text += fields[index]?.key ?? ''
    text += values[index] ?? ''
  }
  return `${text}}`
}

const list = (values: readonly ByteText[]): ByteText => `[${values.join(',')}]`
