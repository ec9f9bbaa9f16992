import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { CommandError } from '../core/errors.ts'
import { printable } from '../core/terminal.ts'
import { WouldReplace } from '../ingest/merge/replaced.ts'

/** Makes a data set. Where that would lose data, it asks on a terminal whether to replace them, and makes it then. */
export const withConsent = async <S>(replaces: boolean, make: (replaces: boolean) => Promise<S>): Promise<S> => {
  try {
    return await make(replaces)
  } catch (error) {
    if (!(error instanceof WouldReplace) || !process.stdin.isTTY || !process.stderr.isTTY) throw error
    const asked = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
    const ended = once(asked, 'close').then(() => '')
    const answer = await Promise.race([asked.question(`${printable(error.question)} [y/N] `), ended])
    asked.close()
    if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.', { cause: error })
    return make(true)
  }
}
