import type { ColumnNames } from './column-names.ts'
import { columnsFor } from './complete.ts'
import type { TableFormat } from './format.ts'
import type { Fields } from './read-value.ts'
import { pathOf, valueAt } from './readings.ts'

/** Minimum values that a format must read in an element to count as near. */
const least = 2
/** Maximum number of columns in the message. */
const maxColumns = 6

/** Advice for names that cannot be guessed. */
const help = (field: string) =>
  `Say which columns have them: --columns "${field}=COLUMN", tried first with --dry-run. docs/importing.md lists the formats.`

/** Paths in the best evidence of a format that an element lacks. */
const missingOf = ({ mapping }: TableFormat, element: Fields): readonly string[] => {
  const lacks = mapping.evidence.map(({ paths }) =>
    paths.filter((path) => {
      const isThere = valueAt(element, pathOf(path.replace(/^!|\.$|=.*$/g, ''))) !== undefined
      return path.startsWith('!') ? isThere : !isThere
    })
  )
  return lacks.toSorted((a, b) => a.length - b.length)[0] ?? []
}

/** The format nearest to an unrecognized element and the missing keys, as sentences on separate lines. */
export const nearestFormat = (element: Fields, formats: readonly TableFormat[], names: ColumnNames): string => {
  const columns = columnsFor(names, element, Object.keys(element), null, false)
  const [best] = formats
    .map((format) => ({ format, values: format.valuesRead(element) }))
    .toSorted((a, b) => b.values - a.values)
  if (best === undefined || Math.max(best.values, columns.length) < least)
    return `No format has such names. ${help('post_id')}`
  if (best.values > columns.length) {
    const missing = missingOf(best.format, element).map((path) => JSON.stringify(path))
    return `The nearest format is ${best.format.name}: it misses ${missing.join(', ')}.\n${help('post_id')}`
  }
  const known = new Set(columns.map(({ field }) => field))
  const hasKey = known.has('post_id') || known.has('share_url')
  const read = columns.slice(0, maxColumns).map(({ field, path }) => `${field} from ${JSON.stringify(path.join('.'))}`)
  const missing = hasKey ? 'two counts, such as plays and likes' : 'the id or the address of a post'
  return `The nearest format is a table of posts, with ${read.join(', ')}${columns.length > maxColumns ? ', …' : ''}.\nIt misses ${missing}. ${help(hasKey ? 'plays' : 'post_id')}`
}
