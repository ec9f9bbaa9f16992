import type { IncomingMessage } from 'node:http'

/** The headers that every request is looked at for. */
export type Heading = {
  key: string | undefined
  host: string | undefined
  version: string | undefined
  accept: string | undefined
  ifNoneMatch: string | undefined
  contentType: string | undefined
  contentLength: string | undefined
  contentEncoding: string | undefined
  acceptEncoding: string | undefined
  origin: string | undefined
}

/** Of the names looked for; most other headers are passed over by it. */
const lengths = new Set([4, 6, 12, 13, 14, 15, 16])

/** Reads the raw list: making an object of all headers costs more than all else here. A key sent twice counts as none. */
export const readHeading = ({ rawHeaders }: IncomingMessage): Heading => {
  const heading: Heading = {
    key: undefined,
    host: undefined,
    version: undefined,
    accept: undefined,
    ifNoneMatch: undefined,
    contentType: undefined,
    contentLength: undefined,
    contentEncoding: undefined,
    acceptEncoding: undefined,
    origin: undefined
  }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!lengths.has(name.length)) continue
    const value = rawHeaders[index + 1] ?? ''
    switch (name.toLowerCase()) {
      case 'x-gateway-key':
        heading.key = heading.key === undefined ? value : ''
        break
      case 'host':
        heading.host ??= value
        break
      case 'x-api-version':
        heading.version = listed(heading.version, value)
        break
      case 'accept':
        heading.accept = listed(heading.accept, value)
        break
      case 'if-none-match':
        heading.ifNoneMatch = listed(heading.ifNoneMatch, value)
        break
      case 'content-type':
        heading.contentType ??= value
        break
      case 'content-length':
        heading.contentLength = value
        break
      case 'content-encoding':
        heading.contentEncoding = listed(heading.contentEncoding, value)
        break
      case 'accept-encoding':
        heading.acceptEncoding = listed(heading.acceptEncoding, value)
        break
      case 'origin':
        // Sent twice it is nobody's.
        heading.origin = listed(heading.origin, value)
        break
    }
  }
  return heading
}

/** A header that was sent twice is a list. */
const listed = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`
