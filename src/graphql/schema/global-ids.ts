import { createHash } from 'node:crypto'
import { invalidParam } from '../../core/errors.ts'

/** Ids of graph objects: base64url of `Type:key`. Opaque to clients, the same on every replica. */
export const toGlobalId = (type: string, key: string) => Buffer.from(`${type}:${key}`).toString('base64url')

export const readGlobalId = (id: string, param = 'id'): { type: string; key: string } => {
  const bytes = Buffer.from(id, 'base64url')
  const [, type, key] = /^([A-Za-z]+):(.+)$/s.exec(bytes.toString()) ?? []
  if (type === undefined || key === undefined || id.length > 400 || bytes.toString('base64url') !== id) {
    throw invalidParam(param, 'is not the id of an object in this graph; use the id field of one')
  }
  return { type, key }
}

/** Marks keys of things the platform gave no id. They are told apart by what is known of them and cannot be looked up. */
export const nameless = '~'

export const namelessKey = (...facts: unknown[]) =>
  nameless + createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16)
