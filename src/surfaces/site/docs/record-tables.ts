import { operations } from '../../rest/operations.ts'
import { type Html, html, prose } from '../frame/html.ts'

/** JSON Schema keywords the tables use. */
type Schema = {
  title?: string
  type?: string
  format?: string
  description?: string
  properties?: Readonly<Record<string, Schema>>
  anyOf?: readonly Schema[]
  items?: Schema
  enum?: readonly string[]
}

const formats: Readonly<Record<string, string>> = {
  'string:int64': 'id',
  'string:uri': 'URL',
  'string:date-time': 'ISO 8601',
  'integer:int64': 'count',
  'integer:int32': 'integer',
  'integer:unix-time': 'Unix seconds'
}

/** Records in the order of the operations that return them, followed by nested ones. */
const collect = (): Map<string, Schema> => {
  const found = new Map<string, Schema>()
  const visit = (schema: Schema) => {
    if (schema.title !== undefined && schema.properties !== undefined) {
      if (found.has(schema.title)) return
      found.set(schema.title, schema)
    }
    for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])]) visit(inner)
    if (schema.items !== undefined) visit(schema.items)
  }
  for (const { record } of operations) if (record !== 'strings') visit(record as Schema)
  return found
}

const typeOf = (schema: Schema): Html => {
  const options = schema.anyOf?.filter(({ type }) => type !== 'null') ?? []
  if (options[0] !== undefined) return html`${typeOf(options[0])} or null`
  if (schema.items !== undefined) return html`list of ${typeOf(schema.items)}`
  if (schema.properties !== undefined) return html`<a href="#record-${schema.title ?? ''}">${schema.title ?? ''}</a>`
  if (schema.enum !== undefined) return html`${schema.enum.join(', ')}`
  return html`${formats[`${schema.type}:${schema.format ?? ''}`] ?? schema.type ?? ''}`
}

const table = ([title, { description = '', properties = {} }]: [string, Schema]): Html => {
  const rows = Object.entries(properties).map(
    ([key, schema]) =>
      html`<tr><th scope="row"><code>${key}</code></th><td>${typeOf(schema)}</td><td class="wide">${prose(schema.description ?? '')}</td></tr>`
  )
  return html`<section class="record" id="record-${title}" data-entry="record" aria-labelledby="record-${title}-title"><details><summary data-about><h3 id="record-${title}-title">${title}</h3> ${prose(description)}</summary>
<div class="scroll" data-rows tabindex="0" role="region" aria-label="Fields of ${title}"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead><tbody>${rows}</tbody></table></div></details></section>`
}

/** All records that operations return, field by field. */
export const recordTables: Html = html`<section data-group="records" aria-labelledby="records"><h2 id="records">Records</h2>${[...collect()].map(table)}</section>`
