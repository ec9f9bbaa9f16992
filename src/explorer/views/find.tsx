import type { Route } from '../route.ts'

/** Creators or posts that meet conditions. */
export const FindView = ({ route }: { route: Extract<Route, { view: 'find' }> }) => <h1>Find {route.of}</h1>
