import type { Incoming } from '../../http/incoming.ts'
import type { SiteOptions } from './site-options.ts'

/** What a page may tell whoever opened it. */
export type Visitor = {
  /** Address the visitor reaches this server under, without a slash at the end. */
  baseUrl: string
  /** The key of this run; null for everyone who is not on this machine, and when keys are configured. */
  key: string | null
}

const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i
const anyHost = /^([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i
const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/

const sentByProxy = ({ headers }: Incoming) =>
  ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined)

export const visitorOf = (incoming: Incoming, { config, demoKey }: SiteOptions): Visitor => {
  const { host = '' } = incoming.headers
  // The name counts as well as the connection: a foreign name that leads to 127.0.0.1 would let a foreign page read the
  // key (DNS rebinding), and a proxy on this machine speaks for others.
  const isHere = loopbackAddress.test(incoming.remoteAddress ?? '') && loopbackHost.test(host) && !sentByProxy(incoming)
  const address = anyHost.test(host) ? host : `localhost:${incoming.localPort}`
  return { baseUrl: config.publicUrl ?? `http://${address}`, key: isHere ? demoKey : null }
}

/** What stands in examples where the key goes. */
export const keyOrPlaceholder = ({ key }: Visitor): string => key ?? 'YOUR_KEY'
