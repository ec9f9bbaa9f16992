import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { CommandError } from '../core/errors.ts'
import { printable } from '../core/terminal.ts'
import { WouldReplace } from '../ingest/merge/replaced.ts'

/** Whether a user can see and answer questions. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Creates a data set. If that would lose data, asks first, on a terminal, whether to replace them. */
export const withConsent = async <S>(replaces: boolean, make: (replaces: boolean) => Promise<S>): Promise<S> => {
  try {
    return await make(replaces)
  } catch (error) {
    if (!(error instanceof WouldReplace) || !canAsk()) throw error
    await consent(error.question)
    return make(true)
  }
}

/** Asks on the terminal. Throws unless the answer is yes. */
export const consent = async (question: string): Promise<void> => {
  const asked = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  const ended = once(asked, 'close').then(() => '')
  const answer = await Promise.race([asked.question(`${printable(question)} [y/N] `), ended])
  asked.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.')
}
