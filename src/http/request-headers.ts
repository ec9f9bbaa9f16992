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
  transferEncoding: string | undefined
  origin: string | undefined
  /** Where a browser's request comes from, in the browser's own words. */
  fetchSite: string | undefined
  /** A header that was sent twice though no request has it more than once: who reads the first would be told another thing than who reads the last. */
  repeated: 'host' | 'content-type' | undefined
}

/** Of the names looked for; most other headers are passed over by it. */
const lengths = new Set([4, 6, 12, 13, 14, 15, 16, 17])

/**
 * Reads the raw list: making an object of all headers costs more than all else here. A key sent twice counts as none. Two lengths, and a
 * length beside chunks, the parser has refused.
 */
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
    transferEncoding: undefined,
    origin: undefined,
    fetchSite: undefined,
    repeated: undefined
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
        if (heading.host === undefined) heading.host = value
        else heading.repeated = 'host'
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
        if (heading.contentType === undefined) heading.contentType = value
        else heading.repeated = 'content-type'
        break
      case 'content-length':
        heading.contentLength = value
        break
      case 'content-encoding':
        heading.contentEncoding = listed(heading.contentEncoding, value)
        break
      case 'transfer-encoding':
        heading.transferEncoding = listed(heading.transferEncoding, value)
        break
      case 'accept-encoding':
        heading.acceptEncoding = listed(heading.acceptEncoding, value)
        break
      case 'origin':
        // Sent twice it is nobody's.
        heading.origin = listed(heading.origin, value)
        break
      case 'sec-fetch-site':
        heading.fetchSite = listed(heading.fetchSite, value)
        break
    }
  }
  return heading
}

/** A header that was sent twice is a list. */
const listed = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`
