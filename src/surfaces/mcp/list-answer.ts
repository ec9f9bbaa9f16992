import type { Pagination } from '../rest/envelope.ts'
import { type Advice, maxResultLength } from './result-size.ts'
import type { ToolJson } from './tool.ts'

/** How to get the next page of a list, in words; null at the end. */
export const more = (pagination: Pagination): string | null => {
  if (pagination === null || !pagination.has_more) return null
  const next =
    'cursor' in pagination
      ? 'cursor set to pagination.cursor'
      : 'page' in pagination
        ? `page set to ${pagination.page + 1}`
        : `max_time set to ${pagination.next_max_time}`
  return `More follows: call again with the same arguments and ${next}.`
}

/** Advice for a list whose JSON has too many characters. */
export const shortenList = (data: readonly unknown[], length: number): Advice => {
  const fitting = Math.max(1, Math.floor((data.length * maxResultLength) / length))
  return { param: 'count', advice: `ask for ${fitting} or fewer, or name only the needed fields in fields` }
}

/** JSON Schema of the argument that selects fields of a record. `home`: the tool that lists these, if it is another one. */
export const fieldsSchema = (fields: readonly string[], home: string | null): ToolJson => ({
  type: 'array',
  ...(home === null
    ? { items: { type: 'string', enum: fields }, minItems: 1, description: 'Fields to return, or all.' }
    : { items: { type: 'string' }, description: `Some fields of ${home}.` })
})
