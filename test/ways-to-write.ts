/** Selections of one object, written in one of many ways. */
export type Written = { selection: string; fragments: string; declared: string; variables: Record<string, unknown> }

export type WayToWrite = {
  name: string
  /** Writes fields of a type. `id` makes names unique in the document. */
  write: (fields: readonly string[], on: string, id: string) => Partial<Written> & { selection: string }
  /** Whether fields run more than once, so that they cost more than as many written plainly. */
  repeats?: boolean
}

const named = (name: string, on: string, selection: string) => `fragment ${name} on ${on} { ${selection} }`
const flags = { declared: '$yes: Boolean! $no: Boolean!', variables: { yes: true, no: false } }

const nested = (fields: readonly string[], open: string, close: string): string =>
  fields.reduceRight((inner, field) => `${field} ${inner === '' ? '' : open + inner + close}`, '')

/** In fragments within each other, each with a field of its own. */
const chain = (
  fields: readonly string[],
  on: string,
  id: string,
  directive = ''
): Partial<Written> & { selection: string } => ({
  selection: `...C${id}_0${directive}`,
  fragments: fields
    .map((field, index) =>
      named(`C${id}_${index}`, on, index + 1 === fields.length ? field : `${field} ...C${id}_${index + 1}${directive}`)
    )
    .join(' ')
})

const each = (fields: readonly string[], write: (field: string, index: number) => string) => fields.map(write).join(' ')

/** The ways to spread fields over fragments, conditions and parts. */
export const waysToWrite: readonly WayToWrite[] = [
  { name: 'plainly', write: (fields) => ({ selection: fields.join(' ') }) },
  {
    name: 'in inline fragments',
    write: (fields, on) => ({ selection: each(fields, (field) => `... on ${on} { ${field} }`) })
  },
  {
    name: 'in named fragments',
    write: (fields, on, id) => ({
      selection: each(fields, (_, index) => `...N${id}_${index}`),
      fragments: each(fields, (field, index) => named(`N${id}_${index}`, on, field))
    })
  },
  { name: 'in inline fragments within each other', write: (fields) => ({ selection: nested(fields, '... { ', ' }') }) },
  { name: 'in named fragments within each other', write: chain },
  {
    name: 'in a fragment that is spread twice',
    write: (fields, on, id) => ({
      selection: `...T${id} ...T${id}`,
      fragments: named(`T${id}`, on, fields.join(' '))
    })
  },
  {
    name: 'under conditions',
    write: (fields) => ({
      selection: each(fields, (field, index) =>
        index % 2 === 0 ? `... @include(if: $yes) { ${field} }` : `... @skip(if: $no) { ${field} }`
      ),
      ...flags
    })
  },
  { name: 'deferred together', write: (fields) => ({ selection: `... @defer { ${fields.join(' ')} }` }) },
  {
    name: 'deferred each',
    write: (fields, _, id) => ({
      selection: each(fields, (field, index) => `... @defer(label: "l${id}_${index}") { ${field} }`)
    })
  },
  {
    name: 'deferred each in named fragments',
    write: (fields, on, id) => ({
      selection: each(fields, (_, index) => `...D${id}_${index} @defer(label: "d${id}_${index}")`),
      fragments: each(fields, (field, index) => named(`D${id}_${index}`, on, field))
    })
  },
  { name: 'deferred within each other', write: (fields) => ({ selection: nested(fields, '... @defer { ', ' }') }) },
  {
    name: 'deferred by a variable',
    write: (fields, _, id) => ({
      selection: each(fields, (field, index) => `... @defer(if: $yes, label: "v${id}_${index}") { ${field} }`),
      declared: '$yes: Boolean!',
      variables: { yes: true }
    })
  },
  {
    name: 'in a fragment that is deferred twice',
    write: (fields, on, id) => ({
      selection: `...R${id} @defer(label: "r${id}_0") ...R${id} @defer(label: "r${id}_1")`,
      fragments: named(`R${id}`, on, fields.join(' '))
    }),
    repeats: true
  },
  {
    name: 'at once and deferred',
    write: (fields) => ({ selection: `${fields[0]} ... @defer { ${fields.slice(1).join(' ')} }` })
  }
]
