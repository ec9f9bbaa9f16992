import { ClientError, type GraphQLProblem } from './client-error.ts'
import { printDocument } from './print-document.ts'
import type { TypedDocument } from './typed-document.ts'

// The public interface of `clipgraph/client`: the client, its errors, and the example operations.
export * from '../../../schema/typed/operations.ts'
export { ClientError, type ClientErrorCode, type GraphQLProblem } from './client-error.ts'
export type { TypedDocument } from './typed-document.ts'

export type ClientOptions = {
  /** URL of the server, with or without `/graphql`: `http://127.0.0.1:4000`. */
  url: string | URL
  /** Sent in the header `x-gateway-key`. */
  key: string
  /** Time limit of a request in milliseconds; 10,000 by default. */
  timeoutMs?: number
  /** Sends requests; the global `fetch` by default. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export type RequestOptions = {
  /** Aborts the request; its reason is thrown unchanged. */
  signal?: AbortSignal
  /** Time limit of this request in milliseconds. */
  timeoutMs?: number
}

/** A page of any connection: `nodes` or `edges`, whichever the operation selects. */
export type ConnectionPage<N> = {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null }
} & ({ readonly nodes: readonly N[] } | { readonly edges: readonly { readonly node: N }[] })

/** Variables are optional when the operation requires none. */
type QueryArguments<V> =
  Record<never, never> extends V ? [variables?: V, options?: RequestOptions] : [variables: V, options?: RequestOptions]

export type Client = {
  /**
   * Sends one operation and returns its data. Throws a `ClientError` for any error, partial ones included; `data` of the error has what
   * arrived. For a plain text, name the type: `query<Data>(text, variables)`.
   */
  query<R, V = Readonly<Record<string, unknown>>>(
    document: TypedDocument<R, V> | string,
    ...rest: QueryArguments<V>
  ): Promise<R>
  /**
   * Iterates over a list from its beginning or from `variables.after`, requesting each next page when needed.
   * `connection` selects the list in the data; null or undefined ends the iteration.
   */
  walk<R, V extends { readonly after?: string | null | undefined }, N>(
    document: TypedDocument<R, V> | string,
    variables: V,
    connection: (data: R) => ConnectionPage<N> | null | undefined,
    options?: RequestOptions
  ): AsyncGenerator<N, void, undefined>
}

type ClientAnswer = {
  data?: unknown
  errors?: readonly GraphQLProblem[]
  extensions?: { meta?: { request_id?: string } }
}

const defaultTimeoutMs = 10_000
/** Maximum of timers; a longer timer would end at once. */
const longestTimeoutMs = 2 ** 31 - 1

/** A client for one server's graph: typed operations in, typed data out. */
export const createClient = (options: ClientOptions): Client => {
  const address = new URL(options.url)
  address.pathname = `${address.pathname.replace(/(?:\/graphql)?\/*$/, '')}/graphql`
  const headers = {
    accept: 'application/graphql-response+json, application/json',
    'content-type': 'application/json',
    'x-gateway-key': options.key
  }
  // Throws for an address or key that no request can carry, such as a key of two lines.
  new Request(address, { headers })
  const send = options.fetch ?? fetch
  const texts = new WeakMap<object, string>()

  const textOf = (document: TypedDocument<unknown, never> | string): string => {
    if (typeof document === 'string') return document
    const text = texts.get(document) ?? printDocument(document)
    texts.set(document, text)
    return text
  }

  const request = async <R, V>(
    document: TypedDocument<R, V> | string,
    variables: V | undefined,
    { signal, timeoutMs = options.timeoutMs ?? defaultTimeoutMs }: RequestOptions
  ): Promise<R> => {
    const body = JSON.stringify({ query: textOf(document), variables })
    const late = AbortSignal.timeout(Math.ceil(Math.min(timeoutMs, longestTimeoutMs)))
    let response: Response
    let text: string
    try {
      response = await send(address.href, {
        method: 'POST',
        headers,
        body,
        signal: signal === undefined ? late : AbortSignal.any([signal, late])
      })
      text = await response.text()
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      if (late.aborted) throw new ClientError('TIMEOUT', `no answer within ${timeoutMs} ms`, { cause })
      throw new ClientError('UNREACHABLE', `nothing answers at ${address.origin}`, { cause })
    }
    return dataOf<R>(response, text)
  }

  return {
    query: (document, ...[variables, requestOptions = {}]) => request(document, variables, requestOptions),
    async *walk(document, variables, connection, requestOptions = {}) {
      let { after } = variables
      for (;;) {
        const page = connection(await request(document, { ...variables, after }, requestOptions))
        if (page === null || page === undefined) return
        if ('nodes' in page) yield* page.nodes
        else for (const { node } of page.edges) yield node
        const { hasNextPage, endCursor } = page.pageInfo
        if (!hasNextPage) return
        if (endCursor === undefined)
          throw new TypeError('the operation must ask for pageInfo { hasNextPage endCursor }')
        // Repeating a request would never end.
        if (endCursor === null || endCursor === after)
          throw new ClientError('BAD_ANSWER', 'the cursor of the list does not move')
        after = endCursor
      }
    }
  }
}

/** The data of a response, or its error. */
const dataOf = <R>(response: Response, text: string): R => {
  const { status, headers } = response
  const requestId = headers.get('x-request-id')
  const wait = Number(headers.get('retry-after') ?? Number.NaN)
  const about = { status, requestId, retryAfterSeconds: Number.isFinite(wait) ? wait : null }
  const answer = read(text)
  const data = answer?.data ?? null
  if (answer?.errors !== undefined && answer.errors.length > 0) {
    const [first] = answer.errors
    const code = first?.extensions?.code ?? 'BAD_ANSWER'
    throw new ClientError(code, first?.message ?? 'the answer tells of an error', { ...about, ...answer, data })
  }
  if (!response.ok || data === null) {
    throw new ClientError(
      'BAD_ANSWER',
      `HTTP ${status}, and no GraphQL answer in it: is this a clipgraph server?`,
      about
    )
  }
  // The server answers by the schema from which the document's types were generated.
  return data as R
}

const read = (text: string): ClientAnswer | null => {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? json : null
  } catch {
    return null
  }
}
