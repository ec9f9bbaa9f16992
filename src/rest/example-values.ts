import type { RestOperation } from './operations.ts'

export type Values = Readonly<Record<string, string | number>>

/**
 * Parameters that an operation answers to over the default data set. Of the optional ones the examples give the size of a page, and the
 * first where one of two is needed.
 */
export const exampleValues = ({ input, exactlyOneOf }: Pick<RestOperation, 'input' | 'exactlyOneOf'>): Values =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([name, { required }]) => required || name === 'count' || name === exactlyOneOf?.[0])
      .map(([name, { example }]) => [name, example])
  )
