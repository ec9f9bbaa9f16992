import type { FeedKind, LookupKind } from '../kinds.ts'
import type { SourceLacks } from '../source.ts'
import { isByTime } from './list-state.ts'
import { type OperationName, operationNames, rowOf } from './operations.ts'
import type { SourceTable } from './table.ts'
import { namesIn } from './template.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** What a source can answer, in the order of the contract. */
export const supported = ({ operations }: SourceTable): OperationName[] =>
  operationNames.filter((name) => operations[name] !== undefined)

/** How many days records may be kept; null without a limit. */
export const daysKept = ({ keep }: SourceTable): number | null =>
  keep === undefined ? null : Number.parseInt(keep, 10)

/** Whether the source determines the page size of an operation. Pages by time have the size that a client wants. */
export const hasPagesOfItsOwn = ({ operations }: SourceTable, wanted: string): boolean => {
  const name = operationNames.find((operation) => operation === wanted)
  const { pageSize, ...operation } = name === undefined ? {} : (operations[name] ?? {})
  const isFixed = pageSize !== undefined && name !== undefined && !isByTime(name)
  return isFixed || !namesIn(operation).includes('count')
}

/** Message that a source lacks an operation, with what it has instead: operations with the same parameter first. */
export const lacking = (table: SourceTable, wanted: OperationName | LookupKind | FeedKind) => {
  const all = supported(table)
  const name = operationNames.find((operation) => operation === wanted)
  const [parameter] = name === undefined ? [] : rowOf(name).takes
  const alike = all.filter((operation) => rowOf(operation).takes[0] === parameter)
  const offers = alike.length > 0 ? alike : all
  return {
    problem: `The source ${table.name} has no ${wanted}`,
    reason: `${parameter !== undefined && alike.length > 0 ? `for ${parameter} ` : ''}it offers ${list.format(offers)}`
  }
}

/** What `getCreatorScorecard` is computed from, which no source has itself. */
const scorecardNeeds = ['getUser', 'listUserPosts'] as const

/** Every operation of the contract that a source cannot answer, with the reason. */
export const lacksOf = (table: SourceTable): SourceLacks => {
  const reasons = operationNames
    .filter((name) => table.operations[name] === undefined)
    .map((name) => [name, Object.values(lacking(table, name)).join(': ')] as const)
  const missing = scorecardNeeds.filter((name) => table.operations[name] === undefined)
  return {
    source: table.name,
    operations: {
      ...Object.fromEntries(reasons),
      ...(missing.length > 0 && {
        getCreatorScorecard: `The source ${table.name} has no ${list.format(missing)}, which a scorecard is computed from`
      })
    }
  }
}
