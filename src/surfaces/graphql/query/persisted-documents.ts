import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Config } from '../../../core/config/config.ts'
import type { DocumentRules } from './documents.ts'

/** Document texts by id. */
type NamedTexts = Iterable<readonly [id: string, text: string]>

/** Documents of the manifest and the project's own: by id, by SHA-256 with and without `sha256:`, and by text. */
export class PersistedDocuments {
  readonly #byName = new Map<string, string>()
  readonly #texts = new Set<string>()
  /** Names of their operations. */
  readonly operationNames: ReadonlySet<string>

  constructor(documents: NamedTexts) {
    const operationNames = new Set<string>()
    for (const [id, text] of documents) {
      const sha256 = hash('sha256', text, 'hex')
      this.#byName.set(sha256, text).set(`sha256:${sha256}`, text).set(id, text)
      this.#texts.add(text)
      const name = operationNameOf(text)
      if (name !== undefined) operationNames.add(name)
    }
    this.operationNames = operationNames
  }

  get(name: string): string | undefined {
    return this.#byName.get(name)
  }

  has(text: string): boolean {
    return this.#texts.has(text)
  }
}

/** A persisted document has one operation. */
const operationNameOf = (text: string): string | undefined => /\bquery (\w+)/.exec(text)?.[1]

/** Prefix of the ids of this project's own documents: the appendix leaves ids that begin with `x-` to applications. */
const ownPrefix = 'x-clipgraph:'

/** The example operations and those of the explorer, one per file. */
const operationsFolders = ['schema/operations/', 'src/surfaces/views/operations/'].map(
  (folder) => new URL(`../../../../${folder}`, import.meta.url)
)

/** The persisted documents of a deployment. Throws a `ConfigError` for an invalid manifest. */
export const persistedDocuments = async ({
  documentsOnly,
  ...rules
}: DocumentRules & Pick<Config, 'documentsOnly'>): Promise<PersistedDocuments> => {
  if (documentsOnly === null) return new PersistedDocuments(ownDocuments())
  // Loaded only when configured: it checks the documents against the schema.
  const { readManifest } = await import('./manifest.ts')
  return new PersistedDocuments([...ownDocuments(), ...readManifest(documentsOnly, rules)])
}

const ownDocuments = () =>
  operationsFolders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.graphql'))
      .map((file) => {
        const text = readFileSync(new URL(file, folder), 'utf8')
        return [`${ownPrefix}${operationNameOf(text)}`, text] as const
      })
  )
