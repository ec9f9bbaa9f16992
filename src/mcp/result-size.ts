import { type ApiError, invalidParam } from '../core/errors.ts'

/** Characters of JSON a result may have: about ten thousand tokens, which clients still put before a model in one piece. */
export const maxResultLength = 40_000

/** Bytes of UTF-8 that as many characters take at most. What has more is too long, whatever it says. */
export const maxResultBytes = maxResultLength * 3

/** Elements a page has when the agent does not say: a page of posts is a tenth of what a model is given then. */
export const defaultCount = 10

/** What to do about content of too many characters: the argument that makes it shorter, and how. */
export type Advice = { param: string; advice: string }

export const refuseTooLong = (json: string, advise: (length: number) => Advice): void => {
  const { length } = json
  if (length > maxResultLength) throw tooLong(`${length} characters`, advise(length))
}

export const tooLong = (found: string, { param, advice }: Advice): ApiError =>
  invalidParam(param, `gives ${found}, and at most ${maxResultLength} are returned: ${advice}`)
