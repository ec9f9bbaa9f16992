import { createHash } from 'node:crypto'
import { invalidParam } from '../../../core/errors.ts'

/** Ids of graph objects: base64url of `Type:key`. Opaque to clients, the same on every replica. */
export const toGlobalId = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64url')

export const notAnId = (param: string) =>
  invalidParam(param, 'is not the id of an object in this graph; use the id field of one')

/** The limit on request bodies bounds the length of an id; the look-up checks the key, which may be empty. An object has one id only. */
export const readGlobalId = (id: string, param = 'id'): { type: string; key: string } => {
  const [, type, key] = /^([A-Za-z]+):(.*)$/s.exec(Buffer.from(id, 'base64url').toString()) ?? []
  if (type === undefined || key === undefined || toGlobalId(type, key) !== id) throw notAnId(param)
  return { type, key }
}

const factsPrefix = '~'

/**
 * Key of an object without a platform id: its facts. The same facts give the same key, and the key restores the object without a look-up.
 */
export const factsKey = (facts: unknown) => factsPrefix + JSON.stringify(facts)

/** Key of an object that cannot be loaded again: short, and equal for equal facts. */
export const digestKey = (facts: unknown) =>
  `${factsPrefix}${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)}`

export const isDigest = (key: string): boolean => key.startsWith(factsPrefix)

/** The facts in a key, for the caller to check; undefined for the key of an object with an id. */
export const factsIn = (key: string): unknown => {
  if (!key.startsWith(factsPrefix)) return undefined
  try {
    return JSON.parse(key.slice(factsPrefix.length))
  } catch {
    return null
  }
}
