import type { Incoming } from '../http/incoming.ts'
import type { Match } from './router.ts'

/** A request and its route. Hosts add where the response goes. */
export type Exchange = Match & { incoming: Incoming }
