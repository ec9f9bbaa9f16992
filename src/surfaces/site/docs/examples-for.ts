import { examples } from '../../../services/examples.ts'
import { type Examples, examplesIn } from '../../../services/own-examples.ts'
import { cachedBriefly } from '../frame/cached.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import type { Visitor } from '../frame/visitor.ts'
import { pageScope } from './example-request.ts'

/** Examples for a visitor, a new object for each state of the data. They have names and answers from the data only if the page has the key. */
export const examplesFor = ({ deps }: Pick<SiteOptions, 'deps'>): ((visitor: Visitor) => Promise<Examples>) => {
  const ofData = cachedBriefly(deps, () => examplesIn(deps, pageScope()).catch((): Examples => ({ ...examples })))
  const ofSample = cachedBriefly(deps, async (): Promise<Examples> => ({ ...examples }))
  return ({ key }) => (key === null ? ofSample() : ofData())
}
