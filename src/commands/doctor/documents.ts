import { ConfigError } from '../../config.ts'
import type { DocumentRules } from '../../graphql/query/documents.ts'
import type { Finding } from './finding.ts'

/** Whether the graph could answer what a manifest holds. */
export async function* manifest(path: string, rules: DocumentRules): AsyncGenerator<Finding, void, undefined> {
  const what = 'documents'
  const { readManifest } = await import('../../graphql/query/manifest.ts')
  try {
    const { size } = readManifest(path, rules)
    yield { state: 'ok', what, found: `${size} in ${path}; all others are refused` }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const [first = '', ...others] = error.problems
    const todo = 'Correct DOCUMENTS_ONLY, or rebuild the manifest; the schema is at /schema.graphql.'
    yield { state: 'wrong', what, found: first, todo }
    for (const found of others) yield { state: 'wrong', what, found }
  }
}
