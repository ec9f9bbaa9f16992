import generated from './examples.json' with { type: 'json' }

/** Envelopes as the default data set gives them. `npm run generate` asks for them and writes the file; a test asks again. */
export type ContractExamples = {
  /** Of a success, by operation. */
  answers: Readonly<Record<string, unknown>>
  /** Of a failure, by code. */
  failures: Readonly<Record<string, unknown>>
}

export const contractExamples: ContractExamples = generated
