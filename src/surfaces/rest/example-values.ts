import { examples } from '../../services/examples.ts'
import type { Examples } from '../../services/own-examples.ts'
import type { RestOperation } from './operations.ts'

export type ExampleValues = Readonly<Record<string, string | number>>

// No two examples are equal.
const nameOf = new Map<unknown, keyof Examples>(
  Object.entries(examples).map(([name, value]) => [value, name as keyof Examples])
)

/** The example in other data that replaces one of the default data set. */
export const exampleIn = <T>(found: Examples, example: T): T | string => {
  const name = nameOf.get(example)
  return name === undefined ? example : found[name]
}

/** Parameters that work with the default data set, or other data: all required ones, the page size, and the first of two alternatives. */
export const exampleValues = (
  { input, exactlyOneOf }: Pick<RestOperation, 'input' | 'exactlyOneOf'>,
  found: Examples = examples
): ExampleValues =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([name, { required }]) => required || name === 'count' || name === exactlyOneOf?.[0])
      .map(([name, { example }]) => [name, exampleIn(found, example)])
  )
