import type { RestOperation } from './operations.ts'

export type ExampleValues = Readonly<Record<string, string | number>>

/** Parameters that work with the default data set: all required ones, the page size, and the first of two alternatives. */
export const exampleValues = ({ input, exactlyOneOf }: Pick<RestOperation, 'input' | 'exactlyOneOf'>): ExampleValues =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([name, { required }]) => required || name === 'count' || name === exactlyOneOf?.[0])
      .map(([name, { example }]) => [name, example])
  )
