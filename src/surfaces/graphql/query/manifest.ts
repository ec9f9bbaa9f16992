import { closeSync, openSync, readSync } from 'node:fs'
import { OperationTypeNode } from 'graphql'
import { ConfigError } from '../../../core/config/config.ts'
import { Document, type DocumentRules } from './documents.ts'

/** Maximum bytes of a manifest. */
const maxBytes = 10 * 1024 * 1024
/** Most reported problems: more usually have the same cause. */
const maxProblems = 20

/**
 * Reads the documents of a manifest, by id, in the formats of client build tools: Apollo's, and the plain map of Relay and of
 * graphql-codegen's client preset. Throws a `ConfigError` with all problems, including documents beyond a limit: a deployment that runs no
 * other documents can raise the limit safely, and the message names it.
 */
export const readManifest = (path: string, rules: DocumentRules): ReadonlyMap<string, string> => {
  const { documents, problems } = parseManifest(textAt(path), rules)
  if (problems.length === 0) return documents
  const reported = problems.slice(0, maxProblems).map((problem) => `DOCUMENTS_ONLY ${path}: ${problem}`)
  const omitted = problems.length - reported.length
  throw new ConfigError(
    omitted === 0 ? reported : [...reported, `DOCUMENTS_ONLY ${path}: and ${omitted} more of this kind`]
  )
}

const textAt = (path: string): string => {
  // Reads one byte beyond the maximum, which detects a file that is too large even for a pipe, where `stat` gives no size.
  const bytes = Buffer.alloc(maxBytes + 1)
  let length = 0
  try {
    const file = openSync(path, 'r')
    try {
      for (let read = -1; read !== 0 && length < bytes.length; length += read) {
        read = readSync(file, bytes, { offset: length })
      }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new ConfigError([`DOCUMENTS_ONLY ${path}: cannot be read${code}; it must be the path of a manifest`])
  }
  if (length > maxBytes) {
    throw new ConfigError([
      `DOCUMENTS_ONLY ${path}: is larger than the ${maxBytes / 1024 ** 2} MiB a manifest may have`
    ])
  }
  return bytes.toString('utf8', 0, length)
}

type Manifest = { documents: ReadonlyMap<string, string>; problems: readonly string[] }

/** The documents of a manifest, and its problems, one line each. */
export const parseManifest = (json: string, rules: DocumentRules): Manifest => {
  const documents = new Map<string, string>()
  const problems: string[] = []
  const entries = entriesOf(json)
  if (typeof entries === 'string') return { documents, problems: [entries] }
  if (entries.length === 0) problems.push('contains no documents, so no query could run')
  for (const [id, text] of entries) {
    const problem =
      documents.has(id) && documents.get(id) !== text
        ? 'is there twice, with different texts'
        : problemOf(id, text, rules)
    if (problem !== null) problems.push(oneLine(`document ${JSON.stringify(id)} ${problem}`))
    documents.set(id, text)
  }
  return { documents, problems }
}

/** Ids and texts in file order, or the reason why the file is no manifest. */
const entriesOf = (json: string): (readonly [id: string, text: string])[] | string => {
  let manifest: unknown
  try {
    manifest = JSON.parse(json)
  } catch (error) {
    return oneLine(`is not JSON: ${error instanceof Error ? error.message : error}`)
  }
  if (!isObject(manifest)) return unknownForm
  if (manifest.format === apolloFormat) return apolloEntries(manifest)
  const entries = Object.entries(manifest)
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string') ? entries : unknownForm
}

const apolloFormat = 'apollo-persisted-query-manifest'

const unknownForm = `is no manifest: it must be an object of texts by their ids, as Relay and graphql-codegen write it, or have the format ${apolloFormat}`

const apolloEntries = ({ version, operations }: Record<string, unknown>): (readonly [string, string])[] | string => {
  if (version !== 1) return `has the format ${apolloFormat} in another version than 1`
  if (!Array.isArray(operations)) return `has the format ${apolloFormat}, and no list of operations`
  const entries: (readonly [string, string])[] = []
  for (const [index, operation] of operations.entries()) {
    const { id, body } = isObject(operation) ? operation : {}
    if (typeof id !== 'string' || typeof body !== 'string')
      return `has no id and body in place ${index} of its operations`
    entries.push([id, body])
  }
  return entries
}

/** Why a document can never run under its id; null when it can. */
const problemOf = (id: string, text: string, rules: DocumentRules): string | null => {
  const document = new Document(text, rules)
  const operations = document.node?.definitions.filter((definition) => definition.kind === 'OperationDefinition') ?? []
  if (operations.some(({ operation }) => operation !== OperationTypeNode.QUERY))
    return 'is no query: the graph is read-only'
  const [error, ...others] = document.errors
  if (error !== undefined) return `${error.message}${others.length === 0 ? '' : ` (and ${others.length} more)`}`
  if (operations.length === 0) return 'has no operation'
  if (id.startsWith('sha256:') && id !== `sha256:${document.sha256}`) {
    return `does not fit its text, whose SHA-256 is ${document.sha256}`
  }
  return null
}

const maxLine = 300

/** Ids and texts may contain anything. */
const oneLine = (text: string): string => {
  const line = text.replace(/[\s\p{C}]+/gu, ' ')
  return line.length <= maxLine ? line : `${line.slice(0, maxLine)}…`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
