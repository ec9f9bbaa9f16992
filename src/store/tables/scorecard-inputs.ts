import { ScoredPost, scoredCounts } from '../../records/scorecard-inputs.ts'
import { type SelectionPart, selection } from './columns.ts'

const isMissing = (name: string) => `p.${name} IS NULL`

const missingNames = scoredCounts.map((name) => `CASE WHEN ${isMissing(name)} THEN '"${name}",' ELSE '' END`)

/** Only their names: full hashtags take more memory than the rest of a post. */
const hashtagNames: SelectionPart = {
  columns: 'p.hashtags',
  width: 1,
  expression: (at) => `JSON.parse(cells[${at}]).map(({ name }) => name)`,
  json: "(SELECT json_group_array(value ->> 'name') FROM json_each(p.hashtags))",
  addresses: 0
}

/** Selection over a post p. Most posts are complete. */
export const scoredPost = selection(ScoredPost, 'p', {
  hashtags: hashtagNames,
  missing: `CASE WHEN ${scoredCounts.map(isMissing).join(' OR ')} THEN '[' || rtrim(${missingNames.join(' || ')}, ',') || ']' ELSE '[]' END`
})
