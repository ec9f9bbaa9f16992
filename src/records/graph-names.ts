/** The mechanical name of a field in the graph: `is_ad` is `isAd`. */
export const camelCase = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Names of keys, by the title of their record, whose mechanical names would block a list or mean something else in the graph. */
const ownNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  UserProfile: { followers: 'followersCount', following: 'followingCount' },
  // Numbers of GeoNames: a country code is that of ISO 3166 elsewhere.
  Place: { city_code: 'cityGeonamesId', country_code: 'countryGeonamesId' },
  LiveStatus: { is_alive: 'isLive' }
}

export type NamedRecord = { readonly title?: string; readonly properties: object }

/** The field of the graph for a key of a record: the mechanical name, with few exceptions. */
export const fieldNameOf = ({ title = '' }: NamedRecord, key: string): string =>
  ownNames[title]?.[key] ?? camelCase(key)
