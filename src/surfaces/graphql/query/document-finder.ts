import type { GraphQLError, GraphQLSchema } from 'graphql'
import type { CachedTexts } from '../../../cache/cached-texts.ts'
import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import { invalidParam } from '../../../core/errors.ts'
import type { Memory } from '../../../core/memory.ts'
import type { Scope } from '../../../core/scope.ts'
import { graphOf } from '../schema/federation.ts'
import { type Document, type DocumentRules, Documents, maxDocumentLength } from './documents.ts'
import { toGraphQLError, unknownDocument } from './errors.ts'
import { PersistedDocuments } from './persisted-documents.ts'

/** The parameters that select a document: its text, an id, or both, as the client sent them. */
export type DocumentRequest = {
  query?: string | null
  /** Persisted documents, an appendix of GraphQL over HTTP. */
  documentId?: unknown
  /** `persistedQuery`: automatic persisted queries, as in Apollo's clients. */
  extensions?: Readonly<Record<string, unknown>> | null
}

export type FoundDocument = {
  document: Document
  /** Whether caching by document is worthwhile. */
  isCacheable: boolean
  /** Whether to store the document under its hash if it is valid. */
  isOffered?: boolean
}
type RefusedDocument = { document?: never; refusal: GraphQLError }

type DocumentFinderOptions = {
  /** Limits for all documents, including those of the manifest. */
  rules: DocumentRules
  persisted?: PersistedDocuments
  /** Stores documents that clients send with their hash; null if that is off. */
  texts?: CachedTexts | null
  /** Whether only manifest documents may run; nothing is stored then. */
  isClosed?: boolean
  /** Bounds the cache of parsed documents. */
  memory?: Memory
}

/** A client's reference to a document. `hash`: its SHA-256 in hexadecimal; null for another kind of id. */
type DocumentName = { param: typeof idParam | typeof hashParam; id: string; hash: string | null }

const idParam = 'documentId'
const hashParam = 'extensions.persistedQuery.sha256Hash'

/** Finds the document of a request. */
export class DocumentFinder {
  /** The schema for the validation of documents. */
  readonly schema: GraphQLSchema
  readonly #documents: Documents
  readonly #persisted: PersistedDocuments
  readonly #texts: CachedTexts | null
  readonly #isClosed: boolean

  constructor({
    rules,
    persisted = new PersistedDocuments([]),
    texts = null,
    isClosed = false,
    memory
  }: DocumentFinderOptions) {
    this.schema = graphOf(rules.federation)
    this.#documents = new Documents(rules, memory)
    this.#persisted = persisted
    this.#texts = isClosed ? null : texts
    this.#isClosed = isClosed
  }

  find(
    { query = null, documentId = null, extensions }: DocumentRequest,
    scope: Scope
  ): Awaitable<FoundDocument | RefusedDocument> {
    const persisted = extensions?.persistedQuery ?? null
    if (documentId !== null || persisted !== null) {
      const name = nameOf(documentId, persisted)
      if ('refusal' in name) return name
      return query === null ? this.#byName(name, scope) : this.#byNameAndText(name, query)
    }
    return query === null
      ? wrong('query', 'is missing: send the text of a document, or its documentId')
      : this.#byText(query)
  }

  /** The document of a text from this project's pages or a plugin, allowed regardless of the documents for clients. */
  get(text: string): FoundDocument {
    return this.#documents.get(text)
  }

  /** Stores a valid document, for later requests by its hash alone. */
  keep({ sha256, text }: Document): void {
    this.#texts?.set(sha256, text)
  }

  #byText(query: string): FoundDocument | RefusedDocument {
    const isCacheable = this.#isClosed && this.#persisted.has(query)
    if (this.#isClosed && !isCacheable) return { refusal: notAdmitted() }
    return this.#documents.get(query, isCacheable)
  }

  #byName({ param, id, hash }: DocumentName, scope: Scope): Awaitable<FoundDocument | RefusedDocument> {
    const persisted = this.#persisted.get(id)
    if (persisted !== undefined) return this.#documents.get(persisted, true)
    if (hash === null) return param === hashParam ? wrong(param, notAHash) : { refusal: notFound(this.#isClosed) }
    if (this.#texts === null) {
      return { refusal: param === hashParam && !this.#isClosed ? notSupported() : notFound(this.#isClosed) }
    }
    return andThen(this.#texts.get(hash, scope.signal), (text) =>
      text === null ? { refusal: notFound(this.#isClosed) } : this.#documents.get(text, true)
    )
  }

  /** The text runs; its id must not belong to another document. */
  #byNameAndText({ param, id, hash }: DocumentName, query: string): FoundDocument | RefusedDocument {
    const found = this.#byText(query)
    if (found.document === undefined) return found
    const persisted = this.#persisted.get(id)
    if (persisted !== undefined)
      return persisted === query ? found : wrong(param, 'belongs to another document than that of query')
    if (hash === null) return param === hashParam ? wrong(param, notAHash) : found
    const { sha256 } = found.document
    if (sha256 !== hash) return wrong(param, `does not fit the text of query, whose SHA-256 is ${sha256}`)
    // Stored again each time: a client sends both because one of the replicas did not have the document.
    const isOffered = this.#texts !== null && query.length <= maxDocumentLength
    return isOffered ? { ...found, isCacheable: false, isOffered } : found
  }
}

const nameOf = (documentId: unknown, persisted: unknown): DocumentName | RefusedDocument => {
  if (persisted === null) return nameById(documentId)
  const { version, sha256Hash } = typeof persisted === 'object' && persisted !== null ? toRecord(persisted) : {}
  if (version !== 1) return wrong('extensions.persistedQuery', 'must be an object with version 1 and a sha256Hash')
  if (typeof sha256Hash !== 'string') return wrong(hashParam, notAHash)
  const name: DocumentName = { param: hashParam, id: sha256Hash, hash: plainHash.exec(sha256Hash)?.[0] ?? null }
  if (documentId === null) return name
  const other = nameById(documentId)
  if ('refusal' in other || other.id === name.id || (name.hash !== null && other.hash === name.hash)) return other
  return wrong(idParam, `names another document than ${hashParam}`)
}

const nameById = (id: unknown): DocumentName | RefusedDocument => {
  if (typeof id !== 'string') return wrong(idParam, 'must be a text')
  const hash = plainHash.exec(id.replace(/^sha256:/, ''))?.[0] ?? null
  if (id.startsWith('sha256:') && hash === null) return wrong(idParam, notASha256)
  return { param: idParam, id, hash }
}

const plainHash = /^[0-9a-f]{64}$/
const notAHash = 'must be 64 hexadecimal digits in lower case'
const notASha256 = 'must have 64 hexadecimal digits in lower case behind sha256:'

// Already checked to be an object.
const toRecord = (value: object) => value as Readonly<Record<string, unknown>>

const wrong = (param: string, reason: string): RefusedDocument => ({
  refusal: toGraphQLError(invalidParam(param, reason), {}, { status: 400 })
})

/** Exact message that clients with automatic persisted queries expect; they then send the text too. */
const notFound = (isClosed: boolean) =>
  unknownDocument(
    'PERSISTED_QUERY_NOT_FOUND',
    'PersistedQueryNotFound',
    isClosed ? 'No document of the manifest has this name.' : 'No document has this id here; send its text too.'
  )

/** Exact message as well: such clients then send only texts. */
const notSupported = () =>
  unknownDocument(
    'PERSISTED_QUERY_NOT_SUPPORTED',
    'PersistedQueryNotSupported',
    'Documents that clients send are not kept here; send the text alone.'
  )

const notAdmitted = () =>
  unknownDocument(
    'PERSISTED_QUERY_ONLY',
    'This server runs only its registered documents, and this is none of them.',
    'The text must be exactly that of a document in the manifest of this deployment, or its id be sent as documentId.'
  )
