/** A place in a feed that the source that made it can go on from. Opaque to everyone else. */
export type Position = string

export type PageRequest = {
  count: number
  /** Go on behind this place; null starts from the beginning. */
  after: Position | null
}

/** Thrown for a position that no feed of this source can have made. */
export class BadPosition extends Error {}

/** Reads whole numbers joined by dots, the form of every position that the project's own stores and search make. */
export const readPosition = (position: string, parts: number): number[] => {
  const numbers = position.split('.').map(Number)
  if (numbers.length !== parts || !/^\d+(\.\d+)*$/.test(position) || !numbers.every(Number.isSafeInteger)) {
    throw new BadPosition(position)
  }
  return numbers
}
