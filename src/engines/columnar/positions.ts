import { BadPosition, type Position, readPosition } from '../../core/paging.ts'
import type { RankedRow } from './best-rows.ts'

/**
 * Positions in sorted lists contain the sort keys of the element, so that a page begins after it even if it has changed or gone. They are
 * integers joined by dots. The first identifies the order, so that a position of another order is refused. A number is written as the two halves
 * of its 64 bits, a text as its length and its UTF-8 bytes, six to an integer.
 */
const bits = new DataView(new ArrayBuffer(8))
const bytesAtOnce = 6

const halvesOf = (number: number): [number, number] => {
  bits.setFloat64(0, number)
  return [bits.getUint32(0), bits.getUint32(4)]
}

const numberOf = (high: number, low: number): number => {
  bits.setUint32(0, high)
  bits.setUint32(4, low)
  return bits.getFloat64(0)
}

/** `order`: the number of the list's order. */
export const positionOf = (order: number, { value, text, first, second, row }: RankedRow): Position => {
  const numbers = [order, row, ...halvesOf(value), ...halvesOf(first), ...halvesOf(second)]
  if (text === null) return numbers.join('.')
  numbers.push(text.length)
  for (let at = 0; at < text.length; at += bytesAtOnce) {
    const bytes = Math.min(bytesAtOnce, text.length - at)
    numbers.push(text.readUIntBE(at, bytes))
  }
  return numbers.join('.')
}

const plainParts = 8

/** Throws `BadPosition` for anything that `positionOf` does not make for this order. */
export const rankedAt = (order: number, hasTexts: boolean, position: Position): RankedRow => {
  const numbers = readPosition(position, position.split('.').length)
  const [of, row = 0, ...halves] = numbers.slice(0, plainParts)
  const [value, first, second] = [0, 2, 4].map((at) => numberOf(halves[at] ?? 0, halves[at + 1] ?? 0))
  const text = numbers.length > plainParts ? textOf(numbers.slice(plainParts)) : null
  const ranked = { row, text, value: value ?? 0, first: first ?? 0, second: second ?? 0 }
  // A valid position is written again exactly as it was read: no part is too large, too small, superfluous or not a number.
  const isOwn = of === order && (text === null || hasTexts) && positionOf(order, ranked) === position
  if (!isOwn || [value, first, second].some(Number.isNaN)) throw new BadPosition(position)
  return ranked
}

const textOf = ([length = 0, ...parts]: readonly number[]): Buffer | null => {
  if (parts.length !== Math.ceil(length / bytesAtOnce)) return null
  const text = Buffer.alloc(length)
  for (const [index, part] of parts.entries()) {
    const bytes = Math.min(bytesAtOnce, length - index * bytesAtOnce)
    if (part >= 2 ** (8 * bytes)) return null
    text.writeUIntBE(part, index * bytesAtOnce, bytes)
  }
  return text
}
