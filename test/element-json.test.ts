import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseElement } from '../src/ingest/input/element-json.ts'

type Tree = { text: string; value: unknown }

const leaf = (text: string, value: unknown): Tree => ({ text, value })

/** JSON as text beside what is to be read of it. */
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((integer) => {
      const digits = String(integer)
      return leaf(digits, digits.replace('-', '').length < 16 ? Number(integer) : digits)
    }),
    fc
      .double({ noNaN: true, noDefaultInfinity: true, noInteger: true })
      .map((number) => leaf(JSON.stringify(number), number)),
    fc
      .constantFrom('1e20', '-1.2345678901234567890', '1234567890123456789.5', '12345678901234567890e3', 'null', 'true')
      .map((text) => leaf(text, JSON.parse(text))),
    fc
      .oneof(fc.string(), fc.constantFrom('6917529027641081857', '"1234567890123456789', '\\', ':1234567890123456789,'))
      .map((text) => leaf(JSON.stringify(text), text)),
    fc.array(tie('tree')).map((list) =>
      leaf(
        `[${list.map(({ text }) => text).join(' , ')}]`,
        list.map(({ value }) => value)
      )
    ),
    fc.dictionary(fc.string(), tie('tree')).map((members) => {
      const entries = Object.entries(members)
      const text = entries.map(([key, member]) => `${JSON.stringify(key)}: ${member.text}`).join(',')
      return leaf(`{${text}}`, Object.fromEntries(entries.map(([key, member]) => [key, member.value])))
    })
  )
}))

test('an element is parsed exactly: long integers come as their digits, all else as it is', () => {
  fc.assert(
    fc.property(tree, ({ text, value }) => {
      expect(parseElement(text, true)).toEqual({ value })
    })
  )
})

test('what is no JSON is told and not thrown', () => {
  for (const text of ['', '{', '{"a":1,}', '{"id":12345678901234567890,}', '"a\nb"', '\u0000']) {
    expect(parseElement(text, true)).toEqual({ problem: expect.stringMatching(/JSON|string literal/) })
  }
})
