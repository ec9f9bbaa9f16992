import type { RemovalKind } from './removal.ts'

/** How a removed record is named on the command line. */
export const formOf = (kind: RemovalKind, id: string): string => `${kind === 'user' ? 'user-id' : kind}:${id}`
