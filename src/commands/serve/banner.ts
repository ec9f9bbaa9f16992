import { commandLine } from '../../core/command-line.ts'
import type { Config } from '../../core/config/config.ts'
import { sampleDataNotice } from '../../core/sample-data.ts'
import type { App } from '../../host/app.ts'
import { examples } from '../../services/examples.ts'
import { newKey } from '../../surfaces/http/gateway-keys.ts'

/** The key that a server without configured keys creates. */
export const keyForThisRun = ({ gatewayKeys, keyFile }: Config): string | null =>
  gatewayKeys.length === 0 && keyFile === null ? newKey() : null

/** Facts about a started server. `username`: a creator in its data. */
export type Started = { readonly url: string; readonly isSampleData: boolean; readonly username: string }

export const startedOf = async (app: App): Promise<Started> => {
  const { username } = await app.examples().catch(() => examples)
  return { url: app.url, isSampleData: app.isSampleData(), username }
}

/** The text printed on start: address, key and first steps. */
export const banner = ({ url, isSampleData, username }: Started, ownKey: string | null): string => {
  const key = ownKey ?? 'YOUR_KEY'
  return [
    '',
    `  clipgraph is ready at ${url}`,
    '',
    ownKey === null
      ? '  Keys      those of GATEWAY_KEYS and KEY_FILE, in the header x-gateway-key'
      : `  Key       ${ownKey}   (for this run; set GATEWAY_KEYS to choose your own)`,
    ...(isSampleData ? [`  Data      ${sampleDataNotice}; replace them: ${commandLine('import FILE')}`] : []),
    `  Explorer  ${url}`,
    `  GraphiQL  ${url}/graphql`,
    `  REST      ${url}/docs   contract: ${url}/openapi.json`,
    '',
    `  curl -H 'x-gateway-key: ${key}' ${url}/api/v1/users/${username}`,
    '',
    ''
  ].join('\n')
}
