import type { GraphQLResolveInfo } from 'graphql'
import type { Context } from '../schema/builder.ts'
import type { FieldPlan, ValuePlan } from './plan.ts'

/** Builds the selected fields of a value under their response names. Throws where one is not available synchronously. */
export type MakeObject = (value: unknown, context: Context, info: GraphQLResolveInfo) => unknown

/**
 * Compiles constructors for objects whose selections are all computed from one value. They use an object literal: an object filled in a
 * loop takes ten times as long to build and twice as long to serialize. The generated code contains only GraphQL names and fixed text.
 */
export const objectMaker = (fields: readonly FieldPlan[]): MakeObject => {
  const given: Record<string, unknown> = { requireSync, refuse }
  const members = fields.map(({ name, value, resolve, args }, at) => {
    // A computed key is always a plain property, including `__proto__`.
    const key = `[${JSON.stringify(name)}]`
    if (value.kind === 'constant') return `${key}: ${value.text}`
    Object.assign(given, { [`resolve${at}`]: resolve, [`args${at}`]: args, [`make${at}`]: presentMaker(value) })
    const found = `(value = resolve${at}(parent, args${at}, context, info))`
    return `${key}: ${found} == null ? ${value.nullable ? 'null' : 'refuse()'} : make${at}(requireSync(value), context, info)`
  })
  const names = `const { ${Object.keys(given).join(', ')} } = given`
  const make = `(parent, context, info) => { let value; return { ${members.join(', ')} } }`
  // The result has the shape of the generated literal.
  return new Function('given', `${names}; return ${make}`)(given) as MakeObject
}

/** For a value that is not null. */
const presentMaker = (plan: ValuePlan): MakeObject => {
  switch (plan.kind) {
    case 'leaf':
      return plan.form
    case 'object':
      return objectMaker(plan.object.fields)
    case 'list': {
      const { nullable } = plan.items
      const make = presentMaker(plan.items)
      return (values, context, info) =>
        // The value of a list field is a list.
        (values as readonly unknown[]).map((value) => {
          if (value === null || value === undefined) return nullable ? null : refuse()
          return make(requireSync(value), context, info)
        })
    }
    default:
      return refuse
  }
}

/** The value, if it is neither an error nor a promise. */
const requireSync = (value: unknown): unknown => {
  if (typeof value !== 'object') return value
  // A later request for the value reports its failure.
  if (value instanceof Promise) value.catch(() => {})
  return value instanceof Promise || value instanceof Error ? refuse() : value
}

const refuse = (): never => {
  throw notSynchronous
}

/** Shared instance, because its stack is not used. */
const notSynchronous = new Error('not available synchronously')
