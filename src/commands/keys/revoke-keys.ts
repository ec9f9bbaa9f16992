import { commandLine } from '../../core/command-line.ts'
import { CommandError } from '../../core/errors.ts'
import { changeKeyFile, type FileKey, keyId, newKeyFile } from '../../surfaces/http/key-file.ts'
import { requiredFile } from './configured-file.ts'

/** Removes a key from KEY_FILE by id, or all keys of a name, and returns the output. */
export const revokeKeys = (which: string): string => {
  const path = requiredFile()
  let revoked: readonly FileKey[] = []
  changeKeyFile(path, (file) => {
    const { keys, ...rest } = file ?? newKeyFile()
    const byId = keys.filter((key) => keyId(key) === which)
    revoked = byId.length > 0 ? byId : keys.filter(({ name }) => name === which)
    if (revoked.length === 0) {
      throw new CommandError(`${path} has no key with the id or name ${which}; ${commandLine('keys list')} shows all`)
    }
    return { ...rest, keys: keys.filter((key) => !revoked.includes(key)) }
  })
  return revoked.map((key) => `revoked ${keyId(key)} of ${key.name}\n`).join('')
}
