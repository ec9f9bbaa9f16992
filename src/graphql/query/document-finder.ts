import type { GraphQLError } from 'graphql'
import type { DocumentTexts } from '../../cache/document-texts.ts'
import { type Awaitable, andThen } from '../../core/awaitable.ts'
import { invalidParam } from '../../core/errors.ts'
import type { Memory } from '../../core/memory.ts'
import type { Scope } from '../../core/scope.ts'
import { type Document, type DocumentRules, Documents, maxDocumentLength } from './documents.ts'
import { toGraphQLError, unknownDocument } from './errors.ts'
import { KnownDocuments } from './persisted-documents.ts'

/** The part of a question that says which document is meant: its text, a name, or both. Names are as the client sent them. */
export type Wanted = {
  query?: string | null
  /** Of persisted documents, an appendix of GraphQL over HTTP. */
  documentId?: unknown
  /** `persistedQuery` is for automatic persisted queries, as Apollo's clients know them. */
  extensions?: Readonly<Record<string, unknown>> | null
}

export type FoundDocument = {
  document: Document
  /** Whether what comes of the document is worth keeping. */
  isKnown: boolean
  /** Whether the document is to be kept under its hash if it turns out to be valid. */
  isOffered?: boolean
}
type Refused = { document?: never; refusal: GraphQLError }

type DocumentFinderOptions = {
  /** What all documents are held to, those that are known from the start too. */
  rules: DocumentRules
  known?: KnownDocuments
  /** Keeps what clients send with its hash; null where that is turned off. */
  texts?: DocumentTexts | null
  /** Whether documents that are not known from the start are refused; none are kept then. */
  isClosed?: boolean
  /** Bounds what is remembered of documents. */
  memory?: Memory
}

/** What a client calls a document. `hash`: the SHA-256 that the name is, in hexadecimal; null for a name of another kind. */
type Name = { param: typeof idParam | typeof hashParam; id: string; hash: string | null }

const idParam = 'documentId'
const hashParam = 'extensions.persistedQuery.sha256Hash'

/** Finds the document that a question asks for. */
export class DocumentFinder {
  readonly #documents: Documents
  readonly #known: KnownDocuments
  readonly #texts: DocumentTexts | null
  readonly #isClosed: boolean

  constructor({
    rules,
    known = new KnownDocuments([]),
    texts = null,
    isClosed = false,
    memory
  }: DocumentFinderOptions) {
    this.#documents = new Documents(rules, memory)
    this.#known = known
    this.#texts = isClosed ? null : texts
    this.#isClosed = isClosed
  }

  find({ query = null, documentId = null, extensions }: Wanted, scope: Scope): Awaitable<FoundDocument | Refused> {
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

  /** A document of this project's own pages, whatever clients may ask. */
  own(text: string): FoundDocument {
    return this.#documents.get(text)
  }

  /** Keeps a valid document that was offered, for those who ask with its hash alone. */
  keep({ sha256, text }: Document): void {
    this.#texts?.keep(sha256, text)
  }

  #byText(query: string): FoundDocument | Refused {
    const isKnown = this.#isClosed && this.#known.has(query)
    if (this.#isClosed && !isKnown) return { refusal: notAdmitted() }
    return this.#documents.get(query, isKnown)
  }

  #byName({ param, id, hash }: Name, scope: Scope): Awaitable<FoundDocument | Refused> {
    const known = this.#known.get(id)
    if (known !== undefined) return this.#documents.get(known, true)
    if (hash === null) return param === hashParam ? wrong(param, notAHash) : { refusal: notFound(this.#isClosed) }
    if (this.#texts === null) {
      return { refusal: param === hashParam && !this.#isClosed ? notSupported() : notFound(this.#isClosed) }
    }
    return andThen(this.#texts.find(hash, scope), (text) =>
      text === null ? { refusal: notFound(this.#isClosed) } : this.#documents.get(text, true)
    )
  }

  /** The text is what is asked; its name may not be that of another. */
  #byNameAndText({ param, id, hash }: Name, query: string): FoundDocument | Refused {
    const found = this.#byText(query)
    if (found.document === undefined) return found
    const known = this.#known.get(id)
    if (known !== undefined)
      return known === query ? found : wrong(param, 'is known here for another text than that of query')
    if (hash === null) return param === hashParam ? wrong(param, notAHash) : found
    const { sha256 } = found.document
    if (sha256 !== hash) return wrong(param, `does not fit the text of query, whose SHA-256 is ${sha256}`)
    // Kept anew each time: a client sends both because one of the replicas did not know the document.
    const isOffered = this.#texts !== null && query.length <= maxDocumentLength
    return isOffered ? { ...found, isKnown: false, isOffered } : found
  }
}

const nameOf = (documentId: unknown, persisted: unknown): Name | Refused => {
  if (persisted === null) return nameById(documentId)
  const { version, sha256Hash } = typeof persisted === 'object' && persisted !== null ? toRecord(persisted) : {}
  if (version !== 1) return wrong('extensions.persistedQuery', 'must be an object with version 1 and a sha256Hash')
  if (typeof sha256Hash !== 'string') return wrong(hashParam, notAHash)
  const name: Name = { param: hashParam, id: sha256Hash, hash: plainHash.exec(sha256Hash)?.[0] ?? null }
  if (documentId === null) return name
  const other = nameById(documentId)
  if ('refusal' in other || other.id === name.id || (name.hash !== null && other.hash === name.hash)) return other
  return wrong(idParam, `names another document than ${hashParam}`)
}

const nameById = (id: unknown): Name | Refused => {
  if (typeof id !== 'string') return wrong(idParam, 'must be a text')
  const hash = plainHash.exec(id.replace(/^sha256:/, ''))?.[0] ?? null
  if (id.startsWith('sha256:') && hash === null) return wrong(idParam, notASha256)
  return { param: idParam, id, hash }
}

const plainHash = /^[0-9a-f]{64}$/
const notAHash = 'must be 64 hexadecimal digits in lower case'
const notASha256 = 'must have 64 hexadecimal digits in lower case behind sha256:'

// What was checked to be an object is read by name.
const toRecord = (value: object) => value as Readonly<Record<string, unknown>>

const wrong = (param: string, reason: string): Refused => ({
  refusal: toGraphQLError(invalidParam(param, reason), {}, { status: 400 })
})

/** The words that clients with automatic persisted queries look for: they then send the text along. */
const notFound = (isClosed: boolean) =>
  unknownDocument(
    'PERSISTED_QUERY_NOT_FOUND',
    'PersistedQueryNotFound',
    isClosed
      ? 'No document of the manifest has this name.'
      : 'No document is known by this name here; send its text too.'
  )

/** Likewise: from then on they send texts alone. */
const notSupported = () =>
  unknownDocument(
    'PERSISTED_QUERY_NOT_SUPPORTED',
    'PersistedQueryNotSupported',
    'Documents that clients send are not kept here; send the text alone.'
  )

const notAdmitted = () =>
  unknownDocument(
    'PERSISTED_QUERY_ONLY',
    'This server answers documents that were made known to it, and this is none of them.',
    'The text must be exactly that of a document in the manifest of this deployment, or its id be sent as documentId.'
  )
