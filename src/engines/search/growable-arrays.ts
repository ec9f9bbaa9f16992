type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** Returns the array if it has at least this capacity, or else a copy of twice the capacity. New elements are 0. */
export const withCapacity = <T extends Numbers>(numbers: T, count: number): T => {
  if (count <= numbers.length) return numbers
  let length = numbers.length * 2
  while (length < count) length *= 2
  const make = numbers.constructor as new (length: number) => T
  const wider = new make(length)
  wider.set(numbers)
  return wider
}
