import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../schema/builder.ts'
import type { FieldPlan, ValuePlan } from './plan.ts'

/** Makes what is asked of a value, under the names that it is asked by. Throws where something of it is not at hand. */
export type Make = (value: unknown, context: Context, info: GraphQLResolveInfo) => unknown

/**
 * Makes objects all of whose selections follow from a value alone. They come out of a literal: one that is filled in a loop takes ten times as long
 * to make and twice as long to turn into JSON. What goes into its code are names of GraphQL and words of our own.
 */
export const objectMaker = (fields: readonly FieldPlan[]): Make => {
  const given: Record<string, unknown> = { atHand, refuse }
  const members = fields.map(({ name, value, resolve, args }, at) => {
    // In brackets a name is a name, `__proto__` too.
    const key = `[${JSON.stringify(name)}]`
    if (value.kind === 'constant') return `${key}: ${value.text}`
    Object.assign(given, { [`resolve${at}`]: resolve, [`args${at}`]: args, [`make${at}`]: presentMaker(value) })
    const found = `(value = resolve${at}(parent, args${at}, context, info))`
    return `${key}: ${found} == null ? ${value.nullable ? 'null' : 'refuse()'} : make${at}(atHand(value), context, info)`
  })
  const names = `const { ${Object.keys(given).join(', ')} } = given`
  const make = `(parent, context, info) => { let value; return { ${members.join(', ')} } }`
  // What it returns is made of what the fields make.
  return new Function('given', `${names}; return ${make}`)(given) as Make
}

/** Of a value that is there. */
const presentMaker = (plan: ValuePlan): Make => {
  switch (plan.kind) {
    case 'leaf':
      return plan.form
    case 'object':
      return objectMaker(plan.object.fields)
    case 'list': {
      const { nullable } = plan.items
      const make = presentMaker(plan.items)
      return (values, context, info) =>
        // A list is what fields of lists have.
        (values as readonly unknown[]).map((value) => {
          if (value === null || value === undefined) return nullable ? null : refuse()
          return make(atHand(value), context, info)
        })
    }
    default:
      return refuse
  }
}

/** What is no error, and need not be waited for. */
const atHand = (value: unknown): unknown => {
  if (typeof value !== 'object') return value
  // What it comes to is told to whoever asks again.
  if (value instanceof Promise) value.catch(() => {})
  return value instanceof Promise || value instanceof Error ? refuse() : value
}

const refuse = (): never => {
  throw notLocal
}

/** One for all: nobody looks at it. */
const notLocal = new Error('not at hand')
