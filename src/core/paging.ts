/** A position in a feed, made by a source and opaque to all other code. */
export type Position = string

export type PageRequest = {
  count: number
  /** Continue after this position; null starts at the beginning. */
  after: Position | null
}

/** Thrown for a position that no feed of this source can have made. */
export class BadPosition extends Error {}

/** Reads integers joined by dots, the form of all positions of the project's own stores and search. */
export const readPosition = (position: string, parts: number): number[] => {
  const numbers = position.split('.').map(Number)
  if (numbers.length !== parts || !/^\d+(\.\d+)*$/.test(position) || !numbers.every(Number.isSafeInteger)) {
    throw new BadPosition(position)
  }
  return numbers
}
