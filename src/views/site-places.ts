/** Where the pages of a server begin, by the names they have in the navigation of each of them. */
export const sitePlaces = [
  ['/', 'Explorer'],
  ['/?sounds=hot', 'Sounds'],
  ['/graphql', 'GraphiQL'],
  ['/docs', 'REST'],
  ['/docs/schema', 'Schema'],
  ['/docs/guides', 'Guides']
] as const

export type SitePlace = (typeof sitePlaces)[number][0]
