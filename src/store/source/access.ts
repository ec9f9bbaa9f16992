import type { Awaitable } from '../../core/awaitable.ts'
import { ApiError } from '../../core/errors.ts'
import { type CallHeaders, Calls, type UpstreamEvent } from '../upstream/calls.ts'
import { failed, Retryable } from '../upstream/faults.ts'
import type { TransportAnswer } from '../upstream/transport.ts'
import type { Auth } from './table.ts'
import { fillText } from './template.ts'

/** Secrets by their names in tables, such as `env.SOURCE_KEY`. */
export type Secrets = Readonly<Record<string, string | undefined>>

/** Authentication of calls. */
export type Access = {
  headers(): Awaitable<CallHeaders>
  /** Appended to addresses, encoded; empty for none. */
  readonly query: string
  /** Called when a call with these headers was refused. Whether another attempt may have another token. */
  renew(sent: CallHeaders): boolean
  /** Called when a call was not refused. */
  accepted(): void
  close(): Promise<void>
}

const unchanging = (headers: CallHeaders, query = ''): Access => ({
  headers: () => headers,
  query,
  renew: () => false,
  accepted: () => {},
  close: async () => {}
})

type AccessOptions = { url: URL; secrets: Secrets; observe: (event: UpstreamEvent) => void }

export const openAccess = (auth: Auth | undefined, options: AccessOptions): Access => {
  if (auth === undefined) return unchanging({})
  if ('header' in auth) return unchanging({ [auth.header.toLowerCase()]: fillText(auth.value, options.secrets) })
  if ('query' in auth) {
    const value = fillText(auth.value, options.secrets)
    return unchanging({}, `${encodeURIComponent(auth.query)}=${encodeURIComponent(value)}`)
  }
  return new ClientCredentials(auth, options)
}

type Token = { readonly text: string; readonly until: number; isProven: boolean }

const headersOf = ({ text }: Token) => ({ authorization: `Bearer ${text}` })

/** How long before its expiry a token is renewed, because a call that uses it takes time. */
const aheadMs = 60_000

/** OAuth 2.0 client credentials: one token for all calls, renewed before it expires and when it is refused. */
class ClientCredentials implements Access {
  readonly query = ''
  readonly #calls: Calls
  readonly #observe: AccessOptions['observe']
  readonly #path: string
  readonly #body: string
  #token: Token | null = null
  #asked: Promise<Token> | null = null

  constructor(auth: Extract<Auth, { token: string }>, { url, secrets, observe }: AccessOptions) {
    this.#observe = observe
    this.#path = auth.token
    this.#body = new URLSearchParams(
      Object.entries(auth.form).map(([name, value]) => [name, fillText(value, secrets)])
    ).toString()
    this.#calls = new Calls({
      url,
      connections: 1,
      observe,
      headers: () => ({ accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' })
    })
  }

  headers(): Awaitable<CallHeaders> {
    const known = this.#token
    if (known !== null && performance.now() < known.until) return headersOf(known)
    this.#asked ??= this.#ask().finally(() => {
      this.#asked = null
    })
    return this.#asked.then(headersOf)
  }

  /** A token that was never accepted would be refused again. */
  renew({ authorization }: CallHeaders): boolean {
    const known = this.#token
    // Another call has already renewed it.
    if (known === null || headersOf(known).authorization !== authorization) return true
    this.#token = null
    return known.isProven
  }

  accepted(): void {
    if (this.#token !== null) this.#token.isProven = true
  }

  close(): Promise<void> {
    return this.#calls.close()
  }

  // Takes no signal of a caller, because others wait for the same token.
  async #ask(): Promise<Token> {
    const read = ({ status, text }: TransportAnswer): Token => {
      if (status >= 500) throw new Retryable(failed('down'))
      const token = status === 200 ? readToken(text) : null
      if (token !== null) return token
      this.#observe({ event: 'refused', fault: 'credentials' })
      throw failed('credentials')
    }
    const call = { path: this.#path, body: this.#body, read }
    const token = await this.#calls.send(call, AbortSignal.timeout(5_000)).catch((error: unknown) => {
      throw error instanceof ApiError ? error : failed('slow', 'UPSTREAM_TIMEOUT', error)
    })
    this.#token = token
    return token
  }
}

const readToken = (text: string): Token | null => {
  try {
    const { access_token, expires_in } = JSON.parse(text)
    if (typeof access_token !== 'string' || !/^[\x21-\x7e]+$/.test(access_token)) return null
    const seconds = typeof expires_in === 'number' && expires_in > 0 ? expires_in : 3_600
    const until = performance.now() + Math.max(1_000, seconds * 1_000 - aheadMs)
    return { text: access_token, until, isProven: false }
  } catch {
    return null
  }
}
