import { BadPosition } from './source.ts'

/** Reads whole numbers joined by dots, the form of all positions of the embedded data. */
export const readPosition = (position: string, parts: number): number[] => {
  const numbers = position.split('.').map(Number)
  if (numbers.length !== parts || !/^\d+(\.\d+)*$/.test(position) || !numbers.every(Number.isSafeInteger)) {
    throw new BadPosition(position)
  }
  return numbers
}
