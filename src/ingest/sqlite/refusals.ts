import { CommandError } from '../../core/errors.ts'

const primary = { ioError: 10, full: 13 } as const

/** Errors that the user can do something about. */
export const refusalOf = (error: unknown, path: string, keepsSome: boolean): unknown => {
  if (!(error instanceof Error && 'errcode' in error)) return error
  const code = Number(error.errcode) % 256
  const kept = keepsSome ? 'What was read so far is kept' : 'Nothing of what was read is kept'
  const goOn = keepsSome ? 'go on with --resume' : 'import it again'
  if (code === primary.full) {
    return new CommandError(`There is no room left for ${path}. ${kept}: make room and ${goOn}.`, { cause: error })
  }
  if (code === primary.ioError) {
    const problem = `${path} cannot be written any further (${error.message}). ${kept}: when it can be, ${goOn}.`
    return new CommandError(problem, { cause: error })
  }
  return error
}
