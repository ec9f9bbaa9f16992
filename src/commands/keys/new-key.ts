import { hash as hashOf } from 'node:crypto'
import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { readRateLimit } from '../../core/rate-limit.ts'
import { newKey } from '../../surfaces/http/gateway-keys.ts'
import {
  changeKeyFile,
  type FileKey,
  newKeyFile,
  readKeyName,
  readMoment,
  readSurfaces
} from '../../surfaces/http/key-file.ts'
import { configuredFile } from './configured-file.ts'

export type NewKeyOptions = { hash?: true; name?: string; expires?: string; surfaces?: string; limit?: string }

/** Creates a key, stores its hash in KEY_FILE if set, and returns the output: the only time the key is shown. */
export const newKeyFor = ({ hash, name, ...options }: NewKeyOptions): string => {
  const key = newKey()
  const sha256 = hashOf('sha256', key, 'hex')
  const path = configuredFile()
  if (path !== null) {
    if (name === undefined) {
      throw new CommandError(`KEY_FILE is ${path}, so the key needs a name: ${commandLine('keys new --name …')}`)
    }
    const entry = { sha256, name: option('name', readKeyName, name) }
    changeKeyFile(path, (file) => {
      const { cursorSecret, keys } = file ?? newKeyFile()
      return {
        cursorSecret,
        keys: [
          ...keys,
          {
            ...entry,
            ...termsOf(
              options,
              keys.findLast((key) => key.name === name)
            )
          }
        ]
      }
    })
  } else if (name !== undefined || Object.keys(options).length > 0) {
    const given = name === undefined ? Object.keys(options)[0] : 'name'
    throw new CommandError(`--${given} needs a key file: set KEY_FILE to its path; it is created if missing`)
  }
  return hash ? `${key}\nsha256:${sha256}\n` : `${key}\n`
}

/** Permissions of a key: the given ones, otherwise those of the previous key with the same name. */
const termsOf = (
  { expires, surfaces, limit }: Omit<NewKeyOptions, 'hash' | 'name'>,
  before: FileKey | undefined
): Omit<FileKey, 'sha256' | 'name'> => ({
  created: new Date(),
  expires: expires === undefined ? null : option('expires', readEnd, expires),
  surfaces: surfaces === undefined ? (before?.surfaces ?? null) : option('surfaces', readSurfaces, surfaces.split(',')),
  limit: limit === undefined ? (before?.limit ?? null) : option('limit', readRateLimit, limit)
})

const hourMs = 3_600_000
const unitMs: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs }

/** A duration from now or a point in time, in the future. */
const readEnd = (text: string): Date => {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([hd])$/.exec(text) ?? []
  if (count !== undefined) return new Date(Date.now() + Number(count) * (unitMs[unit] ?? 0))
  const end = readMoment(text)
  if (end.getTime() <= Date.now()) throw new Error('must be in the future')
  return end
}

const option = <T, R>(name: string, read: (value: T) => R, value: T): R => {
  try {
    return read(value)
  } catch (error) {
    throw new CommandError(`--${name} ${error instanceof Error ? error.message : error}`)
  }
}
