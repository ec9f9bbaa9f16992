import type { DatasetWriter, PlaceRow } from '../../source/sql/writer.ts'
import { firstPostAt, snowflake } from './moments.ts'
import { type Random, type Streams, Weighted } from './random.ts'
import { countries } from './words/places.ts'

/** The world's places, the first ones the most visited, and those where a language is at home. */
export class Places {
  readonly #rows: PlaceRow[] = []
  readonly #byLanguage = new Map<string, number[]>()
  readonly #popularity: Weighted

  constructor(streams: Streams) {
    const random = streams.at('places')
    for (const country of countries) {
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
          for (const language of country.languages) {
            this.#byLanguage.set(language, [...(this.#byLanguage.get(language) ?? []), pk])
          }
        }
      }
    }
    this.#popularity = Weighted.byRank(this.#rows.length, 0.9)
  }

  get count(): number {
    return this.#rows.length
  }

  write(writer: DatasetWriter): void {
    for (const row of this.#rows) writer.place(row)
  }

  draw(random: Random, language: string): number {
    const home = this.#byLanguage.get(language)
    return home !== undefined && random.chance(0.65) ? random.pick(home) : this.#popularity.pick(random) + 1
  }
}
