import { type Config, ConfigError } from '../../config.ts'
import { readManifest } from '../../graphql/query/manifest.ts'
import type { Finding } from './finding.ts'

/** Whether the graph could answer what the manifest holds, where there is one. */
export function* documents({ documentsOnly, automaticDocuments }: Config): Generator<Finding, void, undefined> {
  const what = 'documents'
  if (documentsOnly === null) {
    const found = automaticDocuments ? 'any; those sent with their hash are kept for a day' : 'any; none are kept'
    yield { state: 'ok', what, found }
    return
  }
  try {
    const count = [...readManifest(documentsOnly)].length
    yield { state: 'ok', what, found: `only the ${count} of ${documentsOnly}` }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const todo =
      'Correct DOCUMENTS_ONLY, or build the manifest anew against the schema: npm run -s clipgraph -- schema print'
    for (const problem of error.problems) yield { state: 'wrong', what, found: problem, todo }
  }
}
