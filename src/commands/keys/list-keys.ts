import { rateLimitText } from '../../core/rate-limit.ts'
import { type FileKey, keyId, keySurfaces, readKeyFile } from '../../surfaces/http/key-file.ts'
import { requiredFile } from './configured-file.ts'

const heads = ['id', 'name', 'state', 'created', 'expires', 'surfaces', 'limit']

/** The keys of KEY_FILE as a table, oldest first. */
export const listKeys = (): string => {
  const path = requiredFile()
  const { keys } = readKeyFile(path)
  if (keys.length === 0) return `${path} has no keys.\n`
  const rows = [heads, ...keys.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows
    .map(
      (cells) =>
        `${cells
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`
    )
    .join('')
}

const cellsOf = (key: FileKey): string[] => [
  keyId(key),
  key.name,
  key.expires !== null && key.expires.getTime() <= Date.now() ? 'expired' : 'valid',
  moment(key.created),
  moment(key.expires),
  (key.surfaces ?? keySurfaces).join(','),
  key.limit === null ? '-' : rateLimitText(key.limit)
]

const moment = (date: Date | null): string => (date === null ? '-' : `${date.toISOString().slice(0, 16)}Z`)
