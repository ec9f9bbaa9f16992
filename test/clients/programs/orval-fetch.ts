import { key, url } from './environment'

/** What orval's functions send their requests with: they leave address and key to it. */
export const fetchWithKey = async <T>(path: string, init: RequestInit): Promise<T> => {
  const response = await fetch(url + path, { ...init, headers: { ...init.headers, 'x-gateway-key': key } })
  // The generated code says what comes with which status.
  return { status: response.status, headers: response.headers, data: await response.json() } as T
}
