import { operations, type RestOperation } from '../src/surfaces/rest/operations.ts'
import { cases, samplesOf } from './cases.ts'

export type Input = Readonly<Record<string, string | number>>

export const operationOf = (id: string): RestOperation => {
  const operation = operations.find((known) => known.id === id)
  if (operation === undefined) throw new Error(`no operation ${id}`)
  return operation
}

/** The address of one call: parameters of the path in the path, all others in the query. */
export const addressOf = (operation: RestOperation, input: Input): string => {
  const rest = { ...input }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  return query.size === 0 ? path : `${path}?${query}`
}

/** Values that are found, by the name of the parameter. */
const found: Readonly<Record<string, () => string>> = {
  username: cases.busyUser,
  userId: cases.userId,
  videoId: cases.post,
  soundId: cases.sound,
  keyword: cases.keyword,
  roomId: cases.room,
  effectId: cases.effect,
  placeId: cases.place,
  collectionId: cases.collection,
  challengeId: cases.hashtag
}

/** The last word is a beginning there, and many names begin so. */
const beginning = { keyword: 'a' }
const others: Readonly<Record<string, Input>> = { searchUsers: beginning, searchLive: beginning }

/** The parameters without which an operation does not answer; of two that exclude each other, the first. */
export const requiredOf = ({ path, input, exactlyOneOf }: RestOperation): string[] => [
  ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  ...(exactlyOneOf?.slice(0, 1) ?? []),
  ...('keyword' in input ? ['keyword'] : [])
]

const validInput = (operation: RestOperation): Input =>
  others[operation.id] ??
  Object.fromEntries(
    requiredOf(operation).map((name) => {
      const find = found[name]
      if (find === undefined) throw new Error(`no value is found for ${name}`)
      return [name, find()]
    })
  )

/** For each operation parameters that it answers with 200, required ones only. */
export const validInputs = (): Readonly<Record<string, Input>> =>
  Object.fromEntries(operations.map((operation) => [operation.id, validInput(operation)]))

/** Ways to call an operation, one for each sample of what it requires; `count` where it takes one. */
export const sampleInputs = (operation: RestOperation, count: number): Input[] => {
  const paging: Input = 'count' in operation.input ? { count } : {}
  const [name] = requiredOf(operation)
  if (name === undefined) return [paging]
  const samples = samplesOf[name]
  if (samples === undefined) throw new Error(`no samples of ${name}`)
  return samples().map((value) => ({ [name]: value, ...paging }))
}
