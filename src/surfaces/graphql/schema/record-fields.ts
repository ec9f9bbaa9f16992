import type { FieldMap } from '@pothos/core'
import { type FieldSchema, withoutNull } from '../../../records/fields.ts'
import { fieldNameOf } from '../../../records/graph-names.ts'
import { isCounted, isDerived } from '../../../records/missing-fields.ts'
import type { Context, ObjectFields } from './builder.ts'
import { costHints } from './cost-hints.ts'

type Scalar = 'ID' | 'String' | 'Int' | 'Float' | 'Boolean' | 'Count' | 'DateTime'
/** The GraphQL type of a record's field, by its JSON type and format. */
const scalarOf = (schema: FieldSchema): Scalar | [Scalar] | undefined => {
  if (schema.type === 'array' && schema.items !== undefined) {
    const inner = scalarOf(schema.items)
    return typeof inner === 'string' ? [inner] : undefined
  }
  switch (`${schema.type}:${schema.format ?? ''}`) {
    case 'string:int64':
      return 'ID'
    case 'string:':
    case 'string:uri':
      return 'String'
    case 'string:date-time':
    case 'integer:unix-time':
      return 'DateTime'
    case 'integer:int64':
      return 'Count'
    case 'integer:int32':
      return 'Int'
    case 'number:':
      return 'Float'
    case 'boolean:':
      return 'Boolean'
    default:
      return undefined
  }
}

/** Expected bytes of captions and addresses; names have a third. */
const longText = 110

type RecordFieldOptions<P> = {
  /** Keys that the type declares itself, such as prefixed copies that become references. */
  omit?: readonly string[]
  /** Keys of free-form texts. */
  prose?: readonly string[]
  /** Whether the fields may need a look-up. */
  lookUp?: boolean
  /** Keys whose values may be unknown, although the record has them non-null. */
  unknown?: readonly string[]
  /** Whether the record may have no id for a look-up, so that any field may be null. */
  withoutId?: boolean
  get: (parent: P, key: string, context: Context) => unknown
}

/** GraphQL fields for the scalar keys of a record, with their descriptions. The type declares nested records itself. */
export const recordFields = <P>(
  t: ObjectFields<P>,
  record: { readonly title?: string; readonly properties: object },
  { omit = [], prose = [], lookUp = false, unknown = [], withoutId = false, get }: RecordFieldOptions<P>
): FieldMap => {
  const fields: Record<string, unknown> = {}
  for (const [key, declared] of Object.entries<FieldSchema>({ ...record.properties })) {
    if (omit.includes(key)) continue
    const inner = withoutNull(declared)
    const schema: FieldSchema = inner ?? declared
    const type = scalarOf(schema)
    if (type === undefined) continue
    const isKnown = !unknown.includes(key) || isDerived(key)
    const mayBeUncounted = unknown.includes(key) && isCounted(key)
    fields[fieldNameOf(record, key)] = t.field({
      type: type as 'String',
      nullable: (inner !== undefined || withoutId || !isKnown || mayBeUncounted) as false,
      description: describe(schema, isKnown) + (mayBeUncounted ? counted : ''),
      extensions: costHints({ lookUp, bytes: prose.includes(key) || schema.format === 'uri' ? longText : undefined }),
      // The field and the record's value share one schema.
      resolve: (parent, _args, context) => get(parent, key, context) as string
    })
  }
  // The field types are only known at run time; the drift test checks the printed schema.
  return fields as FieldMap
}

const counted = ' Where no source has given it, the number of those in the data; null where these are none.'

/** Times are Unix seconds in the record and ISO 8601 here, and unknown values are null only here. */
const describe = ({ description = '', format }: FieldSchema, isKnown: boolean) => {
  const text = format === 'unix-time' ? description.replace(/, in Unix seconds/, '') : description
  return isKnown ? text : `${text} Null when unknown.`
}
