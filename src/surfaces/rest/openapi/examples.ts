import generated from './examples.json' with { type: 'json' }

/** Example envelopes from the default data set, written by `npm run generate` and checked by a test. */
export type ContractExamples = {
  /** Successes by operation. */
  answers: Readonly<Record<string, unknown>>
  /** Failures by code. */
  failures: Readonly<Record<string, unknown>>
}

export const contractExamples: ContractExamples = generated
