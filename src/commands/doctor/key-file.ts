import { statSync } from 'node:fs'
import { ConfigError } from '../../config.ts'
import { commandLine } from '../../core/command-line.ts'
import { keyId, readKeyFile } from '../../http/key-file.ts'
import type { Finding } from './finding.ts'

/** Whether the file of keys can be read, by nobody else, and which of its keys open nothing any more. */
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
  // Whoever reads it finds no key, but can make cursors; whoever writes it lets anybody in. Windows has no such bits.
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    yield { state: 'note', what, found: `${path} is not for its owner alone`, todo: `chmod 600 ${path}` }
  }
  const expired = keys.filter(({ expires }) => expires !== null && expires.getTime() <= Date.now())
  if (expired.length > 0) {
    const found = `expired: ${expired.map((key) => `${keyId(key)} of ${key.name}`).join(', ')}`
    yield { state: 'note', what, found, todo: `Take them out: ${commandLine('keys revoke ID')}` }
  }
}
