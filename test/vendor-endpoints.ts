import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isLeftOut } from './ignored-terms.ts'

/** What a seller of data documents of its API, in a package of its own that stands in `test/vendors`. */
const vendor = resolve(import.meta.dirname, 'vendors/node_modules/@scrapecreators/cli/api-config')

export const isVendorMissing = isLeftOut(
  existsSync(vendor),
  'documented answers of a seller of data; install them: node packages/install.ts test/vendors'
)

export type Endpoint = {
  path: string
  params: readonly { name: string; required?: boolean }[]
  sampleResponse?: unknown
}

export const endpointsOf = async (name: string): Promise<readonly Endpoint[]> => {
  // The package has no types; each of these files exports one list.
  const [{ endpoints }] = Object.values(await import(join(vendor, name))) as [{ endpoints: Endpoint[] }]
  return endpoints
}
