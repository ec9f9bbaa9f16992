import type { DatasetWriter, PlaceRow } from '../sqlite/dataset-writer.ts'
import { firstPostAt, snowflake } from './moments.ts'
import { type Random, type Streams, Weighted } from './random.ts'
import { countries } from './words.ts'

/** The world's places, those of the first countries most visited, and the places where a language is spoken. */
export class SeedPlaces {
  readonly #rows: PlaceRow[] = []
  readonly #popularity: Weighted
  readonly #home = new Map<string, { pks: readonly number[]; popularity: Weighted }>()

  constructor(streams: Streams) {
    const random = streams.at('places')
    const weights: number[] = []
    const atHome = new Map<string, number[]>()
    for (const [index, country] of countries.entries()) {
      for (const [city, cityCode, ...spots] of country.cities) {
        for (const spot of [null, ...spots]) {
          const [name, address] = spot === null ? [city, null] : typeof spot === 'string' ? [spot, null] : spot
          const pk = this.#rows.length + 1
          this.#rows.push({
            pk,
            place_id: snowflake(firstPostAt - random.below(1e8), streams.unique('place', pk)),
            name,
            address,
            city_code: cityCode,
            country_code: country.code
          })
          // Most people tag the city, not a spot in it.
          weights.push((spot === null ? 5 : 1) * (index + 1) ** -0.7)
          for (const language of country.languages) {
            atHome.set(language, [...(atHome.get(language) ?? []), pk])
          }
        }
      }
    }
    this.#popularity = new Weighted(weights)
    for (const [language, pks] of atHome) {
      this.#home.set(language, { pks, popularity: new Weighted(pks.map((pk) => weights[pk - 1] ?? 0)) })
    }
  }

  get count(): number {
    return this.#rows.length
  }

  write(writer: DatasetWriter): void {
    for (const row of this.#rows) writer.place(row)
  }

  draw(random: Random, language: string): number {
    const home = this.#home.get(language)
    if (home === undefined || !random.chance(0.65)) return this.#popularity.pick(random) + 1
    return home.pks[home.popularity.pick(random)] ?? 1
  }
}
