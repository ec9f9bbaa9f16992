/** Kinds of rows whose changes search must process. */
export const staleKinds = { posts: 1, users: 2, live_rooms: 3, sounds: 4, places: 5 } as const
export type StaleKind = keyof typeof staleKinds
