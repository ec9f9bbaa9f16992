import { type ApiError, invalidParam } from '../../core/errors.ts'

/** Maximum characters of a result: about ten thousand tokens, which clients still pass to a model in one piece. */
export const maxResultLength = 40_000

/** The most bytes of UTF-8 for that many characters. A longer result is too long in any case. */
export const maxResultBytes = maxResultLength * 3

/** Default page size: a page of ten posts takes a tenth of the maximum. */
export const defaultCount = 10

/** Advice for a result that is too long: the argument that shortens it, and how. */
export type Advice = { param: string; advice: string }

export const refuseTooLong = (json: string, advise: (length: number) => Advice): void => {
  const { length } = json
  if (length > maxResultLength) throw tooLong(`${length} characters`, advise(length))
}

export const tooLong = (found: string, { param, advice }: Advice): ApiError =>
  invalidParam(param, `gives ${found}, and at most ${maxResultLength} are returned: ${advice}`)
