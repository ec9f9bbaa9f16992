import type { Incoming } from '../../http/incoming.ts'
import type { SiteOptions } from './site-options.ts'

/** Data that a page may show its visitor. */
export type Visitor = {
  /** The server's address as the visitor reaches it, without a trailing slash. */
  baseUrl: string
  /** The key of this run; null for visitors from elsewhere, and when keys are configured. */
  key: string | null
}

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i
const anyHost = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/

const sentByProxy = ({ headers }: Incoming) =>
  ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)

export const visitorOf = (incoming: Incoming, { config, demoKey }: SiteOptions): Visitor => {
  const { host = '' } = incoming.headers
  // The host name counts as well as the connection: a foreign name that resolves to 127.0.0.1 would let a foreign page read the key (DNS
  // rebinding), and a local proxy forwards others.
  const isHere = loopbackAddress.test(incoming.remoteAddress ?? '') && loopbackHost.test(host) && !sentByProxy(incoming)
  const address = anyHost.test(host) ? host : `localhost:${incoming.localPort}`
  return { baseUrl: config.publicUrl ?? `http://${address}`, key: isHere ? demoKey : null }
}

/** The key or a placeholder, for examples. */
export const keyOrPlaceholder = ({ key }: Visitor): string => key ?? 'YOUR_KEY'
