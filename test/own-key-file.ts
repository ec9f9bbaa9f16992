import { hash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeKeyFile, type FileKey, newKeyFile } from '../src/surfaces/http/key-file.ts'

/** A key of a file, told by what it is. */
export type OwnKey = Partial<Omit<FileKey, 'sha256'>> & { key: string }

const fileKey = ({ key, ...given }: OwnKey): FileKey => ({
  name: 'someone',
  created: null,
  expires: null,
  surfaces: null,
  limit: null,
  ...given,
  sha256: hash('sha256', key, 'hex')
})

/** A file of keys in a folder of its own. */
export const ownKeyFile = (...keys: OwnKey[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-keys-'))
  const path = join(folder, 'keys.json')
  const put = (...others: OwnKey[]) =>
    changeKeyFile(path, (file) => ({ ...(file ?? newKeyFile()), keys: others.map(fileKey) }))
  put(...keys)
  return { folder, path, put, remove: () => rmSync(folder, { recursive: true }) }
}
