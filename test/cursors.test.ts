import { createHash, createHmac, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../src/core/errors.ts'
import { BadPosition } from '../src/core/paging.ts'
import { Scope } from '../src/core/scope.ts'
import { Cursors, maxCursorLength } from '../src/services/cursors.ts'
import { readFeed } from '../src/services/feed-page.ts'
import { cursor as cursorInput } from '../src/services/input.ts'
import { type Deps, operation } from '../src/services/operation.ts'
import { feedKinds } from '../src/store/kinds.ts'

const hashOf = (key: string) => createHash('sha256').update(key).digest()
const cursors = new Cursors([hashOf('first key')])

const kind = fc.constantFrom(...feedKinds)
const key = fc.string({ unit: 'grapheme', maxLength: 40 })
/** Positions of the embedded data, and whatever else a source may use: its own tokens, or any text. */
const position = fc.oneof(
  fc.array(fc.nat(), { minLength: 1, maxLength: 3 }).map((numbers) => numbers.join('.')),
  fc.base64String({ minLength: 4, maxLength: 200 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom('\ufffd', 'é', '\0', '\ufeff', '💛', 'a'), minLength: 1, maxLength: 8 })
)

const refused = (open: () => unknown): true => {
  let error: unknown
  try {
    open()
  } catch (thrown) {
    error = thrown
  }
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'INVALID_PARAM', status: 400, details: { param: 'cursor' } })
  return true
}

const flip = (cursor: string, bit: number): string => {
  const bytes = Buffer.from(cursor, 'base64url')
  const at = bit % (bytes.length * 8)
  bytes[at >> 3] = (bytes[at >> 3] ?? 0) ^ (1 << (at & 7))
  return bytes.toString('base64url')
}

describe('a cursor', () => {
  test('opens to the position it was sealed with', () => {
    fc.assert(
      fc.property(kind, key, position, (kind, key, position) => {
        expect(cursors.open(kind, key, cursors.seal(kind, key, position))).toBe(position)
      }),
      { numRuns: 500 }
    )
  })

  test('begins with an HMAC, as Node makes it', () => {
    const secret = Buffer.from(hkdfSync('sha256', hashOf('first key'), '', 'clipgraph cursor 1', 32))
    fc.assert(
      fc.property(kind, key, position, (kind, key, position) => {
        const told = JSON.stringify([kind, key, position])
        const code = createHmac('sha256', secret).update(told).digest().subarray(0, 12)
        const sealed = Buffer.from(cursors.seal(kind, key, position), 'base64url')
        expect(sealed).toEqual(Buffer.concat([code, Buffer.from(position)]))
      })
    )
  })

  test('can stand in an address as it is', () => {
    fc.assert(
      fc.property(kind, key, position, (kind, key, position) => {
        expect(cursors.seal(kind, key, position)).toMatch(/^[A-Za-z0-9_-]{18,}$/)
      })
    )
  })

  test('is the same for the same place, and opens as often as one likes', () => {
    fc.assert(
      fc.property(kind, key, position, (kind, key, position) => {
        const cursor = cursors.seal(kind, key, position)
        expect(cursors.seal(kind, key, position)).toBe(cursor)
        expect(cursors.open(kind, key, cursor)).toBe(cursors.open(kind, key, cursor))
      })
    )
  })

  test('is refused with any bit flipped', () => {
    const cursor = cursors.seal('userPosts', 'mira.bakes', '1700000000.4711')
    for (let bit = 0; bit < Buffer.from(cursor, 'base64url').length * 8; bit += 1) {
      refused(() => cursors.open('userPosts', 'mira.bakes', flip(cursor, bit)))
    }
    fc.assert(
      fc.property(kind, key, position, fc.nat(), (kind, key, position, bit) =>
        refused(() => cursors.open(kind, key, flip(cursors.seal(kind, key, position), bit)))
      )
    )
  })

  test('is refused with any character exchanged', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const cursor = cursors.seal('searchTop', 'bread', '1700000000.0.20')
    for (let at = 0; at < cursor.length; at += 1) {
      for (const character of alphabet) {
        if (character === cursor[at]) continue
        refused(() => cursors.open('searchTop', 'bread', cursor.slice(0, at) + character + cursor.slice(at + 1)))
      }
    }
  })

  test('is refused when it is cut short or made longer anywhere', () => {
    fc.assert(
      fc.property(
        kind,
        key,
        position,
        fc.nat(),
        fc.base64String({ minLength: 1 }),
        (kind, key, position, cut, more) => {
          const cursor = cursors.seal(kind, key, position)
          const at = cut % cursor.length
          const extra = more.replaceAll('+', '-').replaceAll('/', '_')
          refused(() => cursors.open(kind, key, cursor.slice(0, at)))
          refused(() => cursors.open(kind, key, cursor.slice(at + 1)))
          refused(() => cursors.open(kind, key, cursor + extra))
          refused(() => cursors.open(kind, key, extra + cursor))
          refused(() => cursors.open(kind, key, cursor.slice(0, at) + extra + cursor.slice(at)))
        }
      ),
      { numRuns: 200 }
    )
  })

  test('is refused for another feed', () => {
    fc.assert(
      fc.property(kind, kind, key, position, (from, to, key, position) => {
        fc.pre(from !== to)
        return refused(() => cursors.open(to, key, cursors.seal(from, key, position)))
      })
    )
  })

  test('is refused for another creator, sound or keyword', () => {
    fc.assert(
      fc.property(kind, key, key, position, (kind, from, to, position) => {
        fc.pre(from !== to)
        return refused(() => cursors.open(kind, to, cursors.seal(kind, from, position)))
      })
    )
  })

  test('cannot be moved by shifting text between key and position', () => {
    const cursor = cursors.seal('searchTop', 'bread', '12.3')
    const payload = (text: string) =>
      Buffer.concat([Buffer.from(cursor, 'base64url').subarray(0, 12), Buffer.from(text)]).toString('base64url')
    expect(payload('12.3')).toBe(cursor)
    refused(() => cursors.open('searchTop', 'bread1', payload('2.3')))
    refused(() => cursors.open('searchTop', 'brea', payload('d12.3')))
    refused(() => cursors.open('searchTop', 'bread","12', payload('.3')))
  })

  test('is refused by a deployment with other gateway keys', () => {
    const others = new Cursors([hashOf('second key')])
    fc.assert(
      fc.property(kind, key, position, (kind, key, position) =>
        refused(() => others.open(kind, key, cursors.seal(kind, key, position)))
      )
    )
  })

  test('is accepted by another replica with the same keys', () => {
    const replica = new Cursors([hashOf('first key')])
    fc.assert(
      fc.property(kind, key, position, (kind, key, position) => {
        expect(replica.open(kind, key, cursors.seal(kind, key, position))).toBe(position)
      })
    )
  })

  test('keeps working while gateway keys are exchanged one after the other', () => {
    const before = new Cursors([hashOf('old')])
    const during = new Cursors([hashOf('new'), hashOf('old')])
    const after = new Cursors([hashOf('new')])
    fc.assert(
      fc.property(kind, key, position, (kind, key, position) => {
        expect(during.open(kind, key, before.seal(kind, key, position))).toBe(position)
        expect(after.open(kind, key, during.seal(kind, key, position))).toBe(position)
        return refused(() => after.open(kind, key, before.seal(kind, key, position)))
      })
    )
  })

  test('needs a secret to be sealed with', () => {
    expect(() => new Cursors([]).seal('userPosts', 'mira', '1')).toThrow('at least one secret')
    refused(() => new Cursors([]).open('userPosts', 'mira', cursors.seal('userPosts', 'mira', '1')))
  })

  test('has one spelling only', () => {
    fc.assert(
      fc.property(kind, key, position, (kind, key, position) => {
        const cursor = cursors.seal(kind, key, position)
        const bytes = Buffer.from(cursor, 'base64url')
        const spellings = [
          bytes.toString('base64'),
          `${cursor}=`,
          `${cursor}==`,
          ` ${cursor}`,
          `${cursor}\n`,
          `${cursor.slice(0, 5)}.${cursor.slice(5)}`,
          encodeURIComponent(`${cursor}=`)
        ]
        for (const spelling of spellings) {
          if (spelling !== cursor) refused(() => cursors.open(kind, key, spelling))
        }
      })
    )
    // The last character of two or three bytes has bits that say nothing: only zeros will do.
    const cursor = cursors.seal('userPosts', 'mira', '1')
    expect(cursor).toHaveLength(18)
    const twin = cursor.slice(0, -1) + String.fromCharCode(cursor.charCodeAt(17) + 1)
    expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(cursor, 'base64url'))
    refused(() => cursors.open('userPosts', 'mira', twin))
  })

  test('is refused when its position is not the text that was sealed, though it reads the same', () => {
    const cursor = cursors.seal('userPosts', 'mira', 'a\ufffdb')
    const code = Buffer.from(cursor, 'base64url').subarray(0, 12)
    const twin = Buffer.concat([code, Buffer.from([0x61, 0xff, 0x62])]).toString('base64url')
    refused(() => cursors.open('userPosts', 'mira', twin))
  })

  test('that was made up is refused, whatever it is', () => {
    fc.assert(
      fc.property(kind, key, fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (kind, key, cursor) =>
        refused(() => cursors.open(kind, key, cursor))
      ),
      { numRuns: 500 }
    )
  })
})

describe('a cursor parameter', () => {
  const echo = operation({ cursor: cursorInput }, (_, __, input) => input.cursor)
  const scope = () => new Scope({ requestId: 'test', signal: new AbortController().signal, startedAt: 0 })
  const deps: Deps = {
    reads: { lookUp: () => null, page: () => Promise.reject(new BadPosition('7')) },
    cursors,
    now: () => 0
  }

  test.each([
    ['left out', undefined],
    ['null', null],
    ['0', '0'],
    ['the number 0', 0]
  ])('that is %s starts from the beginning', async (_, cursor) => {
    expect(await echo(deps, scope(), { cursor })).toBe(null)
  })

  test.each([
    ['empty', ''],
    ['given twice', ['a', 'b']],
    ['an object', {}],
    ['4 KB long', 'A'.repeat(4_112)],
    ['one character too long', 'a'.repeat(maxCursorLength + 1)]
  ])('that is %s is refused', async (_, cursor) => {
    const given = async () => echo(deps, scope(), { cursor })
    await expect(given()).rejects.toMatchObject({ code: 'INVALID_PARAM', details: { param: 'cursor' } })
  })

  test('is refused as a cursor when the source cannot read the position in it', async () => {
    const request = { count: 5, cursor: cursors.seal('userPosts', 'mira', '7') }
    await expect(readFeed(deps, scope(), 'userPosts', 'mira', request, 'User mira')).rejects.toMatchObject({
      code: 'INVALID_PARAM',
      details: { param: 'cursor' }
    })
  })
})
