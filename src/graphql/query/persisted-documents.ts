import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { Config } from '../../config.ts'
import type { DocumentRules } from './documents.ts'
import { readManifest } from './manifest.ts'

/** Texts of documents by what clients may call them. */
type NamedTexts = Iterable<readonly [id: string, text: string]>

/** Documents that are known from the start: by their ids, by their SHA-256 with and without `sha256:`, and by their texts. */
export class KnownDocuments {
  readonly #byName = new Map<string, string>()
  readonly #texts = new Set<string>()
  /** What their operations are called. */
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

/** A document that is made known has one operation. */
const operationNameOf = (text: string): string | undefined => /\bquery (\w+)/.exec(text)?.[1]

/** What an operation of ours is called as a document: ids that begin with `x-` are for applications to give. */
const ownPrefix = 'x-clipgraph:'

/** The example operations, and those of the explorer, one to a file. */
const operationsFolders = ['schema/operations/', 'src/views/operations/'].map(
  (folder) => new URL(`../../../${folder}`, import.meta.url)
)

/** What a deployment knows from the start. Throws a `ConfigError` for a manifest that cannot be used. */
export const knownDocuments = ({
  documentsOnly,
  ...rules
}: DocumentRules & Pick<Config, 'documentsOnly'>): KnownDocuments =>
  new KnownDocuments([...ownDocuments(), ...(documentsOnly === null ? [] : readManifest(documentsOnly, rules))])

const ownDocuments = (): NamedTexts =>
  operationsFolders.flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.graphql'))
      .map((file) => {
        const text = readFileSync(new URL(file, folder), 'utf8')
        return [`${ownPrefix}${operationNameOf(text)}`, text] as const
      })
  )
