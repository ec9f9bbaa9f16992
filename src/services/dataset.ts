import { operation } from './operation.ts'

/** The data as a whole; null where the source does not tell. */
export const dataset = operation({}, ({ reads }, scope) => reads.lookUp(scope, 'dataset', ''))
