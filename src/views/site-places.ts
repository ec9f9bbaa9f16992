/** The main pages of a server, as their navigation names them. */
export const sitePlaces = [
  ['/', 'Explorer'],
  ['/?trending=sounds', 'Trending'],
  ['/?sounds=hot', 'Sounds'],
  ['/graphql', 'GraphiQL'],
  ['/docs', 'REST'],
  ['/docs/schema', 'Schema'],
  ['/docs/guides', 'Guides']
] as const

export type SitePlace = (typeof sitePlaces)[number][0]
