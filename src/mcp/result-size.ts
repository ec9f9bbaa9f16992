import { invalidParam } from '../core/errors.ts'

/** Characters of JSON a result may have: about ten thousand tokens, which clients still put before a model in one piece. */
export const maxResultLength = 40_000

/** Elements a page has when the agent does not say: a page of posts is a tenth of what a model is given then. */
export const defaultCount = 10

/** Refuses a result that is too long, by the argument that makes it shorter; `advice` says how. */
export const refuseTooLong = (json: string, param: string, advice: string): void => {
  if (json.length > maxResultLength) {
    throw invalidParam(param, `gives ${json.length} characters, and at most ${maxResultLength} are returned: ${advice}`)
  }
}
