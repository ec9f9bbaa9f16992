import type { Awaitable } from '../../core/awaitable.ts'
import { failed } from '../upstream/faults.ts'
import type { SourceAnswer, SourceCall } from './source-calls.ts'
import type { Asked, SourceOperation, SourceTable } from './table.ts'
import {
  fillBody,
  fillPath,
  fillText,
  namesIn,
  outerPath,
  type TemplateValue,
  type TemplateValues,
  valueAt
} from './template.ts'

/** Builds the calls of a table: fills its templates, and looks up the values that they need besides the parameters. */

/** Gets the answer to a call; null for "not found". */
export type AskSource = (call: SourceCall) => Promise<SourceAnswer | null>

/** Store of values that calls need, as JSON. */
export type SourceValues = {
  get(key: string): Awaitable<string | null | undefined>
  set(key: string, json: string): unknown
}

type SourceLookup = NonNullable<SourceTable['lookups']>[string]

export class Requests {
  readonly #url: string
  readonly #lookups: Readonly<Record<string, SourceLookup>>
  readonly #values: SourceValues

  constructor({ url, lookups = {} }: SourceTable, values: SourceValues) {
    this.#url = url
    this.#lookups = lookups
    this.#values = values
  }

  /** The call of an operation, with all values of its templates; null if one of them does not exist, and so neither does the result. */
  async callOf(
    { get, post, body = {}, only = {}, set = {} }: Asked & Pick<SourceOperation, 'only' | 'set'>,
    values: TemplateValues,
    isList: boolean,
    ask: AskSource
  ): Promise<{ call: SourceCall; values: TemplateValues } | null> {
    const all = { ...values }
    for (const name of new Set(namesIn([get, post, body, only, set]))) {
      const lookup = Object.hasOwn(this.#lookups, name) ? this.#lookups[name] : undefined
      if (lookup === undefined) continue
      const value = await this.#lookUp(name, lookup, values, ask)
      if (value === null) return null
      all[name] = value
    }
    const isOther = Object.entries(only).some(
      ([name, template]) => fillText(template, all).toLowerCase() !== String(all[name]).toLowerCase()
    )
    const path = fillPath(get ?? post ?? '', all)
    if (isOther || path === null) return null
    const sent = post === undefined ? {} : { body: JSON.stringify(fillBody(body, all)) }
    return { call: { path, ...sent, isList }, values: all }
  }

  /** Stores the name of a hashtag, which an answer gave beside its id. */
  noteHashtag(id: string, name: string): void {
    this.#values.set(`hashtagName\0${id}`, JSON.stringify(name))
  }

  async hashtagName(id: string): Promise<string | null> {
    return JSON.parse((await this.#values.get(`hashtagName\0${id}`)) ?? 'null')
  }

  async #lookUp(name: string, lookup: SourceLookup, values: TemplateValues, ask: AskSource): Promise<TemplateValue> {
    const filled = await this.callOf(lookup, values, false, ask)
    if (filled === null) return null
    const { call } = filled
    // The call contains all that the value depends on.
    const key = [this.#url, name, call.path, call.body ?? '', lookup.value].join('\0')
    const known = await this.#values.get(key)
    if (typeof known === 'string') return JSON.parse(known)
    const answer = await ask({ ...call, isForValue: true })
    const value = answer === null ? null : valueAt(answer.json, lookup.value)
    if (value === undefined) {
      // A missing object has no record or an empty one. Any other record without the value has another form than the table describes.
      const record = valueAt(answer?.json, outerPath(lookup.value))
      if (typeof record !== 'object' || (record !== null && Object.keys(record).length > 0)) throw failed('table')
    }
    if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return null
    this.#values.set(key, JSON.stringify(value))
    return value
  }
}
