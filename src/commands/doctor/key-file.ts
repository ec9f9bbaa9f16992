import { statSync } from 'node:fs'
import { ConfigError } from '../../config.ts'
import { commandLine } from '../../core/command-line.ts'
import { keyId, readKeyFile } from '../../http/key-file.ts'
import type { Finding } from './finding.ts'

/** Whether the key file is readable by its owner only, and which keys have expired. */
export function* keyFile(path: string): Generator<Finding, void, undefined> {
  const what = 'keys'
  let keys: ReturnType<typeof readKeyFile>['keys']
  try {
    keys = readKeyFile(path).keys
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const found of error.problems) yield { state: 'wrong', what, found }
    return
  }
  yield { state: keys.length === 0 ? 'note' : 'ok', what, found: `${keys.length} in ${path}` }
  // Reading the file reveals no key but allows forging cursors; writing it allows adding keys. Windows has no such permission bits.
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    yield { state: 'note', what, found: `${path} is accessible to other users`, todo: `chmod 600 ${path}` }
  }
  const expired = keys.filter(({ expires }) => expires !== null && expires.getTime() <= Date.now())
  if (expired.length > 0) {
    const found = `expired: ${expired.map((key) => `${keyId(key)} of ${key.name}`).join(', ')}`
    yield { state: 'note', what, found, todo: `Remove them: ${commandLine('keys revoke ID')}` }
  }
}
