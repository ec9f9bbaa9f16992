import { failed } from '../upstream/faults.ts'
import type { SourceAnswer, SourceCall } from './source-calls.ts'
import type { Asked, SourceOperation, SourceTable } from './table.ts'
import { fillBody, fillPath, fillText, namesIn, type TemplateValue, type TemplateValues, valueAt } from './template.ts'

/** Makes the calls of a table: fills its templates, and looks up the values that they need besides the parameters. */

/** Gets the answer to a call; null for "not found". */
export type AskSource = (call: SourceCall, maxAgeMs: number) => Promise<SourceAnswer | null>

/** Values of look-ups hardly change: an id stays that of its name. */
const valueMs = 24 * 3_600_000
const maxValues = 10_000

/** Thrown for what does not exist, so that nothing is asked for. */
export class NothingThere extends Error {}

export class Requests {
  readonly #lookups: NonNullable<SourceTable['lookups']>
  readonly #now: () => number
  readonly #values = new Map<string, { value: TemplateValue; until: number }>()

  constructor({ lookups = {} }: SourceTable, now: () => number) {
    this.#lookups = lookups
    this.#now = now
  }

  /** The call of an operation. Throws `NothingThere` where a value that it needs does not exist. */
  async callOf(
    asked: Asked & Pick<SourceOperation, 'only'>,
    values: TemplateValues,
    isList: boolean,
    ask: AskSource
  ): Promise<SourceCall> {
    const needed = namesIn([asked.get, asked.post, asked.body, asked.only]).filter((name) =>
      Object.hasOwn(this.#lookups, name)
    )
    const all = { ...values }
    for (const name of new Set(needed)) all[name] = await this.#lookUp(name, values, ask)
    for (const [name, template] of Object.entries(asked.only ?? {})) {
      if (fillText(template, all).toLowerCase() !== String(all[name]).toLowerCase()) throw new NothingThere()
    }
    const path = fillPath(asked.get ?? asked.post ?? '', all)
    if (path === null) throw new NothingThere()
    return asked.post === undefined
      ? { path, isList }
      : { path, body: JSON.stringify(fillBody(asked.body ?? {}, all)), isList }
  }

  /** A value that an answer gave before, such as the name of a hashtag beside its id. */
  note(name: string, key: string, value: string): void {
    this.#keep(`${name}\0${key}`, value)
  }

  noted(name: string, key: string): string | null {
    return (this.#values.get(`${name}\0${key}`)?.value as string | undefined) ?? null
  }

  async #lookUp(name: string, values: TemplateValues, ask: AskSource): Promise<TemplateValue> {
    const lookup = this.#lookups[name]
    if (lookup === undefined) throw failed('table')
    // Its own call says what it depends on.
    const call = await this.callOf(lookup, values, false, ask)
    const key = `${name}\0${call.path}\0${call.body ?? ''}`
    const known = this.#values.get(key)
    if (known !== undefined && this.#now() < known.until) return known.value
    const answer = await ask(call, valueMs)
    const value = answer === null ? null : valueAt(answer.json, lookup.value)
    if (value === undefined) {
      // What does not exist has no record, or an empty one. Another record without the value has another form than the table says.
      const record = valueAt(answer?.json, lookup.value.split('.').slice(0, -1).join('.'))
      if (typeof record !== 'object' || (record !== null && Object.keys(record).length > 0)) throw failed('table')
    }
    if (typeof value !== 'string' && typeof value !== 'number') throw new NothingThere()
    this.#keep(key, value)
    return value
  }

  #keep(key: string, value: TemplateValue): void {
    if (this.#values.size >= maxValues)
      for (const oldest of [...this.#values.keys()].slice(0, maxValues / 10)) this.#values.delete(oldest)
    this.#values.set(key, { value, until: this.#now() + valueMs })
  }
}
