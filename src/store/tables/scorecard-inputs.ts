import { ScoredPost, scoredCounts } from '../../records/scorecard-inputs.ts'
import { type Part, selection } from './columns.ts'

const isMissing = (name: string) => `p.${name} IS NULL`

const missingNames = scoredCounts.map((name) => `CASE WHEN ${isMissing(name)} THEN '"${name}",' ELSE '' END`)

/** Their names alone: to hold on to hashtags as they are takes more than all else of a post. */
const hashtagNames: Part = {
  columns: 'p.hashtags',
  width: 1,
  expression: (at) => `JSON.parse(cells[${at}]).map(({ name }) => name)`,
  json: "(SELECT json_group_array(value ->> 'name') FROM json_each(p.hashtags))",
  addresses: 0
}

/** Of a post p. Of most all is told. */
export const scoredPost = selection(ScoredPost, 'p', {
  hashtags: hashtagNames,
  missing: `CASE WHEN ${scoredCounts.map(isMissing).join(' OR ')} THEN '[' || rtrim(${missingNames.join(' || ')}, ',') || ']' ELSE '[]' END`
})
