import type { IncomingMessage } from 'node:http'
import type { GatewayKeys } from './gateway-keys.ts'

/** The headers that lanes look at. */
export type Heading = {
  key: string | undefined
  hasHost: boolean
  hasVersion: boolean
  hasEncoding: boolean
  accept: string | undefined
  ifNoneMatch: string | undefined
  contentType: string
  contentLength: string | undefined
}

const graphqlTypes = ['application/json', 'application/graphql-response+json'] as const

/** Of the names looked for; most other headers are passed over by it. */
const lengths = new Set([4, 6, 12, 13, 14, 16])

/** Reads the raw list: making an object of all headers costs more than all else here. A key sent twice counts as none. */
export const readHeading = ({ rawHeaders }: IncomingMessage): Heading => {
  const heading: Heading = {
    key: undefined,
    hasHost: false,
    hasVersion: false,
    hasEncoding: false,
    accept: undefined,
    ifNoneMatch: undefined,
    contentType: '',
    contentLength: undefined
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!lengths.has(name.length)) continue
    const value = rawHeaders[index + 1]
    switch (name.toLowerCase()) {
      case 'x-gateway-key':
        heading.key = heading.key === undefined ? value : ''
        break
      case 'host':
        heading.hasHost = true
        break
      case 'x-api-version':
        heading.hasVersion = true
        break
      case 'content-encoding':
        heading.hasEncoding = true
        break
      case 'accept':
        heading.accept = value
        break
      case 'if-none-match':
        heading.ifNoneMatch = value
        break
      case 'content-type':
        heading.contentType = value ?? ''
        break
      case 'content-length':
        heading.contentLength = value
        break
    }
  }
  return heading
}

/** Nothing about the request that needs looking into: a good key, and no version asked for. */
export const isPlain = ({ key, hasHost, hasVersion }: Heading, keys: GatewayKeys): boolean =>
  keys.accepts(key) && hasHost && !hasVersion

/** The media type to answer with; null when choosing takes more than a glance. */
export const acceptedType = (accept = '*/*'): string | null => {
  const type = accept === '*/*' ? graphqlTypes[0] : graphqlTypes.find((known) => accept === known)
  return type === undefined ? null : `${type}; charset=utf-8`
}
