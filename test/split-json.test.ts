import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonSplitter, type SplitBounds } from '../src/ingest/input/split-json.ts'

type Split = { values: string[]; places: string[]; parts: string[]; problems: string[] }

/** What is found in a text that comes in chunks of these sizes, over and over. */
const split = (text: string, sizes: readonly number[] = [65_536], bounds: Partial<SplitBounds> = {}): Split => {
  const found: Split = { values: [], places: [], parts: [], problems: [] }
  const splitter = new JsonSplitter(
    {
      value: ({ bytes, place, isPart }) => {
        if (isPart) found.parts.push(bytes.toString())
        else {
          found.values.push(bytes.toString())
          found.places.push(place.at)
        }
      },
      problem: (reason, _example, at) => found.problems.push(`${at}: ${reason}`)
    },
    bounds
  )
  const bytes = Buffer.from(text)
  for (let from = 0, index = 0; from < bytes.length; index++) {
    const size = sizes[index % sizes.length] ?? 1
    splitter.push(bytes.subarray(from, from + size))
    from += size
  }
  splitter.end()
  return found
}

const parsed = (values: readonly string[]) => values.map((value): unknown => JSON.parse(value))

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
const text = fc.string({
  unit: fc.oneof(fc.constantFrom('"', '\\', '{', '}', '[', ']', ',', ':', '\n', '👩‍👩‍👧', 'é'), fc.string())
})
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('list'), tie('object')),
  leaf: fc.oneof(
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.maxSafeInteger(),
    fc.boolean(),
    fc.constant(null)
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  object: fc.dictionary(text, tie('any'), { maxKeys: 4, noNullPrototype: true })
}))
const flat = fc.dictionary(text, value.leaf, { maxKeys: 4, noNullPrototype: true })
const indent = fc.constantFrom(0, 1, '\t')
const written = (content: unknown, space: number | string) => JSON.stringify(content, null, space)

describe('any JSON cut anywhere', () => {
  test('a list gives its elements', () => {
    fc.assert(
      fc.property(fc.array(value.any), indent, sizes, (list, space, chunks) => {
        const { values, problems } = split(written(list, space), chunks)
        expect(problems).toEqual([])
        expect(parsed(values)).toEqual(parsed(list.map((element) => JSON.stringify(element))))
      })
    )
  })

  test('documents one a line or one after the other give themselves, lists their elements', () => {
    const separator = fc.constantFrom('', '\n', '\r\n', '\n\n', ' ', ',\n')
    fc.assert(
      fc.property(
        fc.array(fc.oneof(value.object, value.list)),
        separator,
        indent,
        sizes,
        (documents, between, space, chunks) => {
          const { values, problems } = split(documents.map((each) => written(each, space)).join(between), chunks)
          expect(problems).toEqual([])
          expect(parsed(values)).toEqual(documents.flat().map((each) => JSON.parse(JSON.stringify(each))))
        }
      )
    )
  })

  test('an object too large to be kept gives the elements of its lists and the rest of its members', () => {
    const members = fc.dictionary(
      fc.stringMatching(/^[a-z]{1,5}$/),
      fc.oneof(fc.array(fc.oneof(fc.integer(), text)), fc.integer(), text),
      { noNullPrototype: true }
    )
    fc.assert(
      fc.property(members, indent, sizes, (object, space, chunks) => {
        const document = written(object, space)
        const whole = split(document, chunks)
        const { values, parts, problems } = split(document, chunks, { openAt: 8 })
        expect([...whole.problems, ...problems]).toEqual([])
        expect(parsed(whole.values)).toEqual([JSON.parse(document)])
        // What is still in one piece, or in the parts, and what came by itself are all there is.
        const together = [...values, ...parts].join('')
        for (const [key, member] of Object.entries(object)) {
          if (!Array.isArray(member))
            expect(parsed([...parts, ...values]).some((part) => Object.hasOwn(part as object, key))).toBe(true)
          else
            for (const element of member)
              expect(together.replaceAll(/\s/g, '')).toContain(JSON.stringify(element).replaceAll(/\s/g, ''))
        }
      })
    )
  })

  test('one that is cut off gives what was whole, and says so', () => {
    fc.assert(
      fc.property(fc.array(flat, { minLength: 1 }), indent, sizes, fc.nat(), (list, space, chunks, at) => {
        const document = written({ list }, space)
        const end = 1 + (at % (document.length - 1))
        // A character that is cut in two is another matter.
        const cut = Buffer.from(document).subarray(0, end).toString().replaceAll('\ufffd', '')
        for (const bounds of [{}, { openAt: 8 }]) {
          const { values, problems } = split(cut, chunks, bounds)
          expect(problems).toHaveLength(1)
          expect(problems[0]).toContain('cut off')
          const whole = list.map((element) => JSON.parse(JSON.stringify(element)))
          expect(parsed(values)).toEqual(whole.slice(0, values.length))
        }
      })
    )
  })

  test('whatever it is, it ends, and bytes that are no JSON are no values that could be parsed', () => {
    const noise = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\n', '\\', 'x', '1', ' ', '{"a":1}', '[{"b":2}]')
    )
    fc.assert(
      fc.property(noise, sizes, (parts, chunks) => {
        const once = split(parts.join(''))
        const cut = split(parts.join(''), chunks)
        expect([cut.values, cut.problems]).toEqual([once.values, once.problems])
      })
    )
  })
})

describe('what is between or broken', () => {
  test('a line that was not written to its end costs no other line', () => {
    for (const broken of ['{"a":1', '{"a":1,', '{"a":"te', '{"a":[1,{"b":2},', '{"a":{"b":', '{"a":"te\\']) {
      const { values, problems } = split(`{"n":1}\n${broken}\n{"n":2}\n{"n":3}\n`)
      expect([broken, values.filter((each) => each.startsWith('{"n"'))]).toEqual([
        broken,
        ['{"n":1}', '{"n":2}', '{"n":3}']
      ])
      expect(problems).toEqual(['line 2: cut off'])
    }
  })

  test('many lines in a row may be broken off, whatever they end with', () => {
    for (const broken of ['{"a":', '{"a":[{},', '{"a":"\\', '{"a":"', '{"a":1,']) {
      const { values, problems } = split(`${`${broken}\n`.repeat(3000)}{"n":1}\n{"n":2}\n`)
      expect([broken, values.slice(-2)]).toEqual([broken, ['{"n":1}', '{"n":2}']])
      expect([broken, problems.length]).toEqual([broken, 3000])
    }
  })

  test('the last line may be half written', () => {
    const { values, problems } = split('{"n":1}\n{"n":2')
    expect(values).toEqual(['{"n":1}'])
    expect(problems).toEqual(['line 2: cut off'])
  })

  test('a document that was broken off gives the elements it has, and the next one all of its own', () => {
    const { values, problems, places } = split('{"list":[{"n":1},{"n":2},{"n"\n[{"n":3}]\n')
    expect(values).toEqual(['{"n":1}', '{"n":2}', '{"n":3}'])
    expect(places).toEqual(['list[0]', 'list[1]', 'line 2: [0]'])
    expect(problems).toEqual(['line 1: cut off'])
  })

  test('lines that are no JSON are named and passed over', () => {
    const { values, problems } = split('{"n":1}\nretrying in 5 s …\n{"n":2}\n42\n')
    expect(values).toEqual(['{"n":1}', '{"n":2}'])
    expect(problems).toEqual(['line 2: neither an object nor a list', 'line 4: neither an object nor a list'])
  })

  test('a list may have something else in it', () => {
    const { values, problems } = split('[{"n":1} oops, "text", 5,, {"n":2}]')
    expect(values).toEqual(['{"n":1}', 'oops', '"text"', '5', '{"n":2}'])
    expect(problems).toEqual([])
  })

  test('an element that does not end its lists takes no other with it', () => {
    expect(split('[{"a":[1},{"n":2}]').values).toEqual(['{"a":[1}', '{"n":2}'])
  })

  test('byte order marks between files that were put together are passed over', () => {
    expect(split('{"n":1}\n\ufeff[{"n":2}]')).toMatchObject({ problems: [] })
  })

  test('places lead to the element', () => {
    expect(split('{"n":1}\n{"n":2}\n').places).toEqual(['line 1', 'line 2'])
    expect(split('[\n1,\n{}]').places).toEqual(['[0]', '[1]'])
    expect(split('{"data":{"videos":[{"n":1},{"n":2}]}}', [5], { openAt: 4 }).places).toEqual([
      'data.videos[0]',
      'data.videos[1]'
    ])
  })
})

describe('bounds', () => {
  test('an element nested too deeply is named, and the next one is read', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const { values, problems } = split(`[{"a":${deep}},{"n":1}]`)
    expect(values).toEqual(['{"n":1}'])
    expect(problems).toEqual(['[0]: nested more than 200 levels deep'])
  })

  test('an element that is too large is named, and the next one is read', () => {
    const { values, problems } = split(`[{"a":"${'x'.repeat(9 * 1024 * 1024)}"},{"n":1}]`)
    expect(values).toEqual(['{"n":1}'])
    expect(problems).toEqual(['[0].a: larger than 8 MB'])
  })

  test('long integers are told of, however they are cut', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), sizes, (integer, chunks) => {
        let told = false
        const splitter = new JsonSplitter({
          value: ({ hasLongIntegers }) => {
            told = hasLongIntegers
          },
          problem: () => {}
        })
        const bytes = Buffer.from(`[{"id":${integer}}]`)
        for (let from = 0; from < bytes.length; from += chunks[0] ?? 1)
          splitter.push(bytes.subarray(from, from + (chunks[0] ?? 1)))
        splitter.end()
        if (!Number.isSafeInteger(Number(integer))) expect(told).toBe(true)
      })
    )
  })
})
