import { CommandError } from '../../core/errors.ts'

const primary = { ioError: 10, full: 13 } as const

/** Errors that the user can do something about. */
export const refusalOf = (error: unknown, path: string, keepsSome: boolean): unknown => {
  if (!(error instanceof Error && 'errcode' in error)) return error
  const code = Number(error.errcode) % 256
  const progress = keepsSome ? 'What was read so far is kept' : 'Nothing was kept'
  const goOn = keepsSome ? 'continue with --resume' : 'import again'
  if (code === primary.full) {
    return new CommandError(`No disk space left for ${path}. ${progress}: free some space and ${goOn}.`, {
      cause: error
    })
  }
  if (code === primary.ioError) {
    const problem = `Writing to ${path} failed (${error.message}). ${progress}: once writing works again, ${goOn}.`
    return new CommandError(problem, { cause: error })
  }
  return error
}
