import findMyWay from 'find-my-way'
import { invalidParam } from '../core/errors.ts'
import { type Endpoint, nothingHere, type PathParams, type Route, type Surface } from '../http/route.ts'

/** Above the longest header block Node accepts, so that no parameter is ever too long for the router alone. */
const maxParamLength = 20_000

const noParams = {}

export type Match = { route: Route; params: PathParams }

/** Finds what answers an address, whatever the method: which methods are allowed is a rule of the surface. */
export class Router {
  readonly #routes = findMyWay({
    maxParamLength,
    // Queries are for the surfaces to read.
    querystringParser: () => noParams,
    onBadUrl: () => {}
  })

  /** Addresses without anything to decode or to read out of them. */
  readonly #plain: ReadonlyMap<string, Match>

  constructor(routes: readonly Route[]) {
    for (const route of routes) this.#routes.on('GET', route.pattern, () => {}, route)
    const plain = routes.filter(({ pattern }) => !/[:*]/.test(pattern))
    this.#plain = new Map(plain.map((route) => [route.pattern, { route, params: noParams }]))
  }

  /**
   * What was found decides what a request is for, and the address only where nothing was: an address can be spelled in many ways
   * (`/%61pi`, `http://host/api`, `/graphql#`), and none of them may lead past the key.
   */
  find(url: string): Match {
    const plain = this.#plain.get(url)
    if (plain !== undefined) return plain
    const found = this.#routes.find('GET', url)
    if (found === null) return { route: elsewhere(url, nowhere), params: noParams }
    // The router has no place for what cannot be decoded.
    if (found.store === null) return { route: elsewhere(url, badAddress), params: noParams }
    return { route: found.store as Route, params: found.params }
  }
}

const elsewhere = (url: string, answer: Endpoint): Route => ({
  surface: surfaceOf(url.split('?', 1)[0] ?? ''),
  pattern: '*',
  answer,
  // What is not there is told to whoever may call: the address may be a slip of the pen.
  readers: 'origins'
})

const surfaceOf = (path: string): Surface => {
  if (path === '/graphql') return 'graphql'
  return path === '/api' || path.startsWith('/api/') ? 'rest' : 'page'
}

const nowhere = () => {
  throw nothingHere()
}

const badAddress = () => {
  throw invalidParam('path', 'has percent-encoding that does not decode to text')
}
