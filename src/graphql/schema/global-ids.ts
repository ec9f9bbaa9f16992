import { invalidParam } from '../../core/errors.ts'

/** Ids of graph objects: base64url of `Type:key`. Opaque to clients, the same on every replica. */
export const toGlobalId = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64url')

export const notAnId = (param: string) =>
  invalidParam(param, 'is not the id of an object in this graph; use the id field of one')

/** Bodies of requests bound how long an id may be; keys are checked by what looks them up. */
export const readGlobalId = (id: string, param = 'id'): { type: string; key: string } => {
  const bytes = Buffer.from(id, 'base64url')
  const [, type, key] = /^([A-Za-z]+):(.+)$/s.exec(bytes.toString()) ?? []
  if (type === undefined || key === undefined || bytes.toString('base64url') !== id) throw notAnId(param)
  return { type, key }
}

const factsPrefix = '~'

/**
 * Key of a thing the platform gave no id: what is known of it. It is the same wherever the same is known, and is found again without
 * being looked up.
 */
export const factsKey = (facts: unknown) => factsPrefix + JSON.stringify(facts)

/** The facts a key is made of, for their reader to check; undefined for the key of a thing with an id. */
export const factsIn = (key: string): unknown => {
  if (!key.startsWith(factsPrefix)) return undefined
  try {
    return JSON.parse(key.slice(factsPrefix.length))
  } catch {
    return null
  }
}
