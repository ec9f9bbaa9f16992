import { CommandError } from '../../core/errors.ts'

/** What a target has already: whether `clipgraph seed` made it, and its posts; null where they cannot be counted. */
export type Contents = { isMadeUp: boolean; posts: number | null }

/** Data would be replaced that nobody agreed to lose. */
export class WouldReplace extends CommandError {
  readonly target: string
  readonly contents: Contents
  /** The same for somebody who can answer. */
  readonly question: string

  constructor(name: string, contents: Contents) {
    const { isMadeUp, posts } = contents
    const these = posts === null ? 'other contents' : posts === 1 ? '1 post' : `${posts.toLocaleString('en')} posts`
    const has = `${name} has ${these}${isMadeUp ? ' that seed made' : ''}`
    const it = posts === 1 ? 'it' : 'them'
    super(`${has}, which would be lost: add --replace to replace ${it}, or name another data set.`)
    this.target = name
    this.contents = contents
    this.question = `${has}. Replace ${it}?`
  }
}
