/** The main pages of a server, with their names in the navigation. The brand leads to the start page. */
export const sitePlaces = [
  ['/?find=creators', 'Creators'],
  ['/?find=posts', 'Posts'],
  ['/?trending=sounds', 'Trending'],
  ['/?lists', 'Lists'],
  ['/?compare=', 'Compare'],
  ['/graphql', 'GraphiQL'],
  ['/docs', 'REST'],
  ['/docs/schema', 'Schema'],
  ['/docs/guides', 'Guides']
] as const

export type SitePlace = (typeof sitePlaces)[number][0]
