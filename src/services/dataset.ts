import { operation } from './operation.ts'

/** The data set as a whole; null if the source has no such summary. */
export const dataset = operation({}, ({ reads }, scope) => reads.lookUp(scope, 'dataset', ''))
