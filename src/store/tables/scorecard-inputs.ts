import { ReckonedPost, reckonedCounts } from '../../records/scorecard-inputs.ts'
import { type Part, selection } from './columns.ts'

const isUntold = (name: string) => `p.${name} IS NULL`

const untoldNames = reckonedCounts.map((name) => `CASE WHEN ${isUntold(name)} THEN '"${name}",' ELSE '' END`)

/** Their names alone: to hold on to hashtags as they are takes more than all else of a post. */
const hashtagNames: Part = {
  columns: 'p.hashtags',
  width: 1,
  expression: (at) => `JSON.parse(cells[${at}]).map(({ name }) => name)`,
  json: "(SELECT json_group_array(value ->> 'name') FROM json_each(p.hashtags))",
  addresses: 0
}

/** Of a post p. Of most all is told. */
export const reckonedPost = selection(ReckonedPost, 'p', {
  hashtags: hashtagNames,
  untold: `CASE WHEN ${reckonedCounts.map(isUntold).join(' OR ')} THEN '[' || rtrim(${untoldNames.join(' || ')}, ',') || ']' ELSE '[]' END`
})
