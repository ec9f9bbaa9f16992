import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The server of a checkout with the response cache off, so that every request pays for making its answer. */
const [checkout = resolve(import.meta.dirname, '..')] = process.argv.slice(2)
const from = (path: string) => import(pathToFileURL(resolve(checkout, path)).href)
const { environment, readConfig }: typeof import('../src/core/config/config.ts') =
  await from('src/core/config/config.ts')
const { serve }: typeof import('../src/commands/serve/serve.ts') = await from('src/commands/serve/serve.ts')
await serve({ ...readConfig(environment()), readyAnswers: false })
