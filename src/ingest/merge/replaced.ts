import { CommandError } from '../../core/errors.ts'

/** Existing contents of a target: whether they are sample data, and the number of posts; null if they cannot be counted. */
export type Contents = { isMadeUp: boolean; posts: number | null }

/** The command would replace data without consent. */
export class WouldReplace extends CommandError {
  readonly target: string
  readonly contents: Contents
  /** The message as a question for users who can answer. */
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
