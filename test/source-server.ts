import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../src/core/config/config.ts'
import { startServer, type TestServer, type TestServerOptions, testKey } from './server.ts'

export type SourceServer = TestServer & { readonly folder: string; readonly callFile: string }

/** A server over a live source. `table`: the name of a built-in one, or what its file says. `folder`: that of an earlier server. */
export const startOverSource = async (
  table: string | object,
  env: Readonly<Record<string, string>> = {},
  { folder: known, ...options }: TestServerOptions & { folder?: string; config?: Partial<Config> } = {}
): Promise<SourceServer> => {
  const folder = known ?? mkdtempSync(join(tmpdir(), 'clipgraph-source-'))
  const file = join(folder, 'mine.json')
  if (typeof table !== 'string') writeFileSync(file, JSON.stringify(table, null, 2))
  const { data } = readConfig({
    DATA_URL: `source:${typeof table === 'string' ? table : file}`,
    GATEWAY_KEYS: testKey,
    ...env
  })
  if (data.kind !== 'source') throw new Error('a source was named')
  const callFile = join(folder, 'calls.db')
  const config = { data: { ...data, access: { ...data.access, callFile } } }
  const server = await startServer({ ...options, config: { ...options.config, ...config } })
  const close = async () => {
    await server.close()
    if (known === undefined) rmSync(folder, { recursive: true })
  }
  return { ...server, folder, callFile, close }
}
