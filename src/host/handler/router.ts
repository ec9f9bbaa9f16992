import findMyWay from 'find-my-way'
import { invalidParam } from '../../core/errors.ts'
import { type Endpoint, type HttpRoute, nothingHere, type PathParams, type Surface } from '../../surfaces/http/route.ts'

/** Above Node's limit for a header block, so that the router alone never rejects a parameter as too long. */
const maxParamLength = 20_000

const noParams = {}

export type RouteMatch = { route: HttpRoute; params: PathParams }

/** Finds the route of a URL regardless of method; the surface decides which methods are allowed. */
export class Router {
  readonly #routes = findMyWay({
    maxParamLength,
    // The surfaces parse queries.
    querystringParser: () => noParams,
    onBadUrl: () => {}
  })

  /** URLs without anything to decode or extract. */
  readonly #plain: ReadonlyMap<string, RouteMatch>

  constructor(routes: readonly HttpRoute[]) {
    for (const route of routes) this.#routes.on('GET', route.pattern, () => {}, route)
    const plain = routes.filter(({ pattern }) => !/[:*]/.test(pattern))
    this.#plain = new Map(plain.map((route) => [route.pattern, { route, params: noParams }]))
  }

  /**
   * The matched route determines the surface; the URL only when nothing matched. One path has many spellings (`/%61pi`, `http://host/api`,
   * `/graphql#`), and none may bypass the key.
   */
  find(url: string): RouteMatch {
    const plain = this.#plain.get(url)
    if (plain !== undefined) return plain
    const found = this.#routes.find('GET', url)
    if (found === null) return nowhere(url)
    // The router cannot represent URLs that cannot be decoded.
    if (found.store === null) return { route: elsewhere(url, badAddress), params: noParams }
    return { route: found.store as HttpRoute, params: found.params }
  }
}

const elsewhere = (url: string, answer: Endpoint): HttpRoute => ({
  surface: surfaceOf(url.split('?', 1)[0] ?? ''),
  pattern: '*',
  answer,
  // Missing pages are reported to all allowed origins: the URL may be a typo.
  readers: 'origins'
})

const surfaceOf = (path: string): Surface => {
  if (path === '/graphql') return 'graphql'
  return path === '/api' || path.startsWith('/api/') ? 'rest' : 'page'
}

const nothing = () => {
  throw nothingHere()
}

/** The match of a URL without a route. */
export const nowhere = (url: string): RouteMatch => ({ route: elsewhere(url, nothing), params: noParams })

const badAddress = () => {
  throw invalidParam('path', 'has percent-encoding that does not decode to text')
}
