import { LRUCache } from 'lru-cache'

/** What a client would take, its name in lower case and without parameters, and how gladly: from 0, which is not at all, to 1. */
export type Weighted = { name: string; weight: number }

/** More than any client has to say; the rest is not read. */
const maxEntries = 50

const weightForm = /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/

const readEntry = (entry: string): Weighted[] => {
  const [name = '', ...parameters] = entry.split(';', maxEntries).map((part) => part.trim().toLowerCase())
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter))
  const weight = given?.replace(/^q\s*=\s*/, '') ?? '1'
  return name === '' || !weightForm.test(weight) ? [] : [{ name, weight: Number(weight) }]
}

/** Clients say the same each time. */
const known = new LRUCache<string, readonly Weighted[]>({ max: 100 })

/** Reads `Accept`, `Accept-Encoding` and their like. An entry without a name, or with a weight that is none, counts as not sent. */
export const readWeights = (header: string): readonly Weighted[] => {
  let list = known.get(header)
  if (list === undefined) {
    list = header.split(',', maxEntries).flatMap(readEntry)
    known.set(header, list)
  }
  return list
}
