import type { Incoming } from '../../surfaces/http/incoming.ts'
import type { RouteMatch } from './router.ts'

/** A request and its route. Hosts add where the response goes. */
export type Exchange = RouteMatch & { incoming: Incoming }
