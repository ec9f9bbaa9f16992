import { commandLine } from '../../core/command-line.ts'
import { sampleDataNotice } from '../../core/sample-data.ts'
import { examples } from '../../services/examples.ts'

/** What a start prints: address, key and first steps. */
export const banner = (url: string, ownKey: string | null, isSampleData: boolean): string => {
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
    `  curl -H 'x-gateway-key: ${key}' ${url}/api/v1/users/${examples.username}`,
    '',
    ''
  ].join('\n')
}
