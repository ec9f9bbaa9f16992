import { examples } from '../../../services/examples.ts'
import { type Examples, examplesIn } from '../../../services/own-examples.ts'
import { cachedBriefly } from '../frame/cached.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import type { Visitor } from '../frame/visitor.ts'
import { pageScope } from './example-request.ts'

/** Examples for a visitor, another object for each state of the data: names from the data, and answers with them, only where the page has the key. */
export const examplesFor = ({ deps }: Pick<SiteOptions, 'deps'>): ((visitor: Visitor) => Promise<Examples>) => {
  const ofData = cachedBriefly(deps, () => examplesIn(deps, pageScope()).catch((): Examples => ({ ...examples })))
  const ofSample = cachedBriefly(deps, async (): Promise<Examples> => ({ ...examples }))
  return ({ key }) => (key === null ? ofSample() : ofData())
}
