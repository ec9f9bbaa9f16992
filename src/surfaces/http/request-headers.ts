/** Headers that every request is checked for. */
export type CheckedHeaders = {
  /** The key in `x-gateway-key`, or else in `authorization: Bearer …`. */
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
  /** `sec-fetch-site`: where a browser's request comes from. */
  fetchSite: string | undefined
  /** A repeated header that must be unique: readers that take the first would disagree with those that take the last. */
  repeated: 'host' | 'content-type' | undefined
}

/** Lengths of the names below; skips most other headers quickly. */
const lengths = new Set([4, 6, 12, 13, 14, 15, 16, 17])

/**
 * Reads a list of names and values, because building Node's headers object costs more than everything else here. A repeated key counts as none.
 * The parser has refused repeated lengths and a length with chunked coding.
 */
export const readHeading = (rawHeaders: readonly string[]): CheckedHeaders => {
  const heading: CheckedHeaders = {
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
  let bearer: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!lengths.has(name.length)) continue
    const value = rawHeaders[index + 1] ?? ''
    switch (name.toLowerCase()) {
      case 'x-gateway-key':
        heading.key = heading.key === undefined ? value : ''
        break
      case 'authorization':
        bearer = bearer === undefined ? bearerOf(value) : ''
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
        // A repeated origin is no valid origin.
        heading.origin = listed(heading.origin, value)
        break
      case 'sec-fetch-site':
        heading.fetchSite = listed(heading.fetchSite, value)
        break
    }
  }
  // A gateway that adds the key may use the other header for its own credentials.
  heading.key ??= bearer
  return heading
}

/** The token of the Bearer scheme, in any case; undefined for other schemes, which this server ignores. */
const bearerOf = (value: string): string | undefined => /^bearer +(.*)$/i.exec(value)?.[1]

/** Repeated headers form a list. */
const listed = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`
