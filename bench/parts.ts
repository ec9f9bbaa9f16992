import { type Payload, payloadsOf } from '../test/parts.ts'
import { coldKeys } from './cold.ts'
import { makeDataset } from './dataset.ts'
import { startProxy } from './facades.ts'
import { median } from './load.ts'
import { clipgraphEnv, facades, key, start } from './servers.ts'

/**
 * When deferred parts arrive over an upstream that is far away, for creators of whom nothing is cached.
 *
 *   node bench/parts.ts
 */

const delayMs = 400
const samples = 15
const warmUps = 3

const basics = 'username displayName bio verified followersCount'
const rest =
  'followers(first: 5) { nodes { username posts(first: 2) { nodes { caption } } } } scorecard { scores { engagementRate partnershipTier } }'
const selections = { basics, whole: `${basics} ${rest}`, divided: `${basics} ... @defer(label: "rest") { ${rest} }` }

const dataset = makeDataset({ users: 1_000, posts: 20_000 })
const upstream = await start(facades.clipgraph, clipgraphEnv(`sqlite:${dataset.path}`))
const proxy = await startProxy(upstream.url, delayMs)
const server = await start(facades.clipgraph, clipgraphEnv(proxy.url))

/** Milliseconds from the request to each payload. */
const arrivals = async (selection: string, username: string): Promise<number[]> => {
  const began = performance.now()
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'x-gateway-key': key,
      'content-type': 'application/json',
      accept: 'multipart/mixed, application/json'
    },
    body: JSON.stringify({ query: `{ user(by: { username: "${username}" }) { ${selection} } }` })
  })
  const times: number[] = []
  for await (const payload of payloadsOf(response)) {
    times.push(performance.now() - began)
    refuse(payload)
  }
  return times
}

const refuse = ({ errors = [], incremental = [] }: Payload): void => {
  const all = [...errors, ...incremental.flatMap((part) => part.errors ?? [])]
  if (all.length > 0) throw new Error(JSON.stringify(all))
}

const times = { basics: [] as number[], whole: [] as number[], first: [] as number[], last: [] as number[] }
// Creators of one after the other, so that no answer finds anything of another in the cache.
const usernames = coldKeys(dataset.path).open.values()
const next = (): string => usernames.next().value ?? ''
for (let index = 0; index < warmUps + samples; index += 1) {
  const alone = await arrivals(selections.basics, next())
  const whole = await arrivals(selections.whole, next())
  const divided = await arrivals(selections.divided, next())
  if (index < warmUps) continue
  times.basics.push(alone[0] ?? Number.NaN)
  times.whole.push(whole[0] ?? Number.NaN)
  times.first.push(divided[0] ?? Number.NaN)
  times.last.push(divided.at(-1) ?? Number.NaN)
}

await server.stop()
proxy.close()
await upstream.stop()
dataset.remove()

const ms = (values: readonly number[]): string => `${median(values).toFixed(0)} ms`
process.stdout.write(`Upstream ${delayMs} ms away, medians of ${samples}
basics alone     ${ms(times.basics)}
whole answer     ${ms(times.whole)}
with @defer
  first payload  ${ms(times.first)}, ${(median(times.first) / median(times.basics)).toFixed(2)} times the basics alone
  last payload   ${ms(times.last)}
`)
