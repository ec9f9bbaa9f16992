import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Script, speaking, startFakeUpstream, success } from '../fake-upstream.ts'
import { processorMsOfRequests, residentMiB } from '../process-figures.ts'
import { type Served, serve } from '../served.ts'
import type { Attack } from './attacks/attack.ts'
import { attackClasses } from './attacks/classes.ts'
import { pages } from './attacks/pages.ts'
import { Victim } from './attacks/victim.ts'
import { defaultDataset } from './default-dataset.ts'

/**
 * Attacks a server in a process of its own with all that is known, and writes docs/attacks.md. Takes about three minutes. A part of a name as
 * argument runs those attacks alone and writes nothing.
 */
const [part = ''] = process.argv.slice(2)
const say = (text: string) => process.stdout.write(`${text}\n`)

const maxProcessorMs = 100
/** Calls that a request may make of an upstream whose answers are of no use. */
const maxTries = 3
/** MiB. What a heap that is used for the first time takes; what is kept for good shows in the last line. */
const maxGrowth = 64

const directory = mkdtempSync(join(tmpdir(), 'clipgraph-attack-'))
const dataset = await defaultDataset(directory)

const startTarget = (data: string) => serve(data, { CACHE_MAX_MB: '64', LOG_LEVEL: 'debug' })

/** The first requests load and compile what later ones use. */
const warmUp = async ({ url }: Served) => {
  const victim = new Victim({ url })
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  for (const page of [...pages, '/openapi.json', '/llms.txt'])
    await victim.ask(page, { headers: { accept: 'text/html, */*' } })
  for (let round = 0; round < 300; round += 1) {
    for (const target of [`/api/v1/search?keyword=a&count=${1 + (round % 50)}`, '/docs', '/graphql?query={__typename}'])
      await victim.ask(target)
    await victim.graph(
      `{user(by: {username: "maya.nguyen"}){a${round}: posts(first: 10){nodes{id caption author{bio}}}}}`
    )
    await victim.graph('{usre(by: 1){x}}')
    await victim.ask('/mcp', { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })
  }
}

const friendly: Script = speaking(({ path }) =>
  /suggest|posts/.test(path)
    ? success([], { cursor: null, has_more: false })
    : success({ sound_id: path.split('/').at(-1), title: 'T', author: 'A' })
)

/** A server over an upstream that says what the attack says, once it has been used for a while. */
const startFacade = async (upstream: Script) => {
  const fake = await startFakeUpstream(friendly)
  const target = await startTarget(fake.url)
  const victim = new Victim(target)
  for (let round = 100; round < 200; round += 1) {
    for (const path of [
      `sounds/${round}`,
      `users/u${round}/posts?count=2`,
      `search/suggest?keyword=${round}`,
      `sounds/x${round}`
    ])
      await victim.ask(`/api/v1/${path}`)
    await victim.graph(`{sound(soundId: "${round}"){title coverUrl posts(first: 2){nodes{id caption coverUrl}}}}`)
  }
  fake.says(upstream)
  return {
    target,
    async close() {
      await target.stop()
      await fake.close()
    }
  }
}

type Row = { cells: readonly string[]; holds: boolean }
const kilobytes = (bytes: number) =>
  bytes < 10_000 ? `${(bytes / 1_000).toFixed(1)} KB` : `${Math.round(bytes / 1_000)} KB`

const attack = async ({ name, fate, run, room = 0 }: Attack, target: Served): Promise<Row> => {
  const victim = new Victim({ url: target.url, meter: () => processorMsOfRequests(target.pid), log: target.stderr })
  const before = residentMiB(target.pid)
  const problem = await run(victim).then(
    () => null,
    (error: unknown) => String(error)
  )
  const isAlive = await fetch(`${target.url}/healthz`).then(
    ({ ok }) => ok,
    () => false
  )
  const after = isAlive ? residentMiB(target.pid) : Number.NaN
  const { exchanges } = victim
  const allowedMs = maxProcessorMs * (fate === 'unusable' ? maxTries : 1)
  const worst = Math.max(...exchanges.map(({ ms }) => ms))
  const statuses = [...new Set(exchanges.map(({ answer }) => answer.status))].sort()
  const problems = [
    ...(problem === null ? [] : [problem]),
    ...victim.problems(fate),
    ...(isAlive ? [] : ['the process is gone']),
    ...(worst <= allowedMs ? [] : [`more than ${allowedMs} ms`]),
    ...(after - before <= maxGrowth + room ? [] : [`more than ${maxGrowth + room} MiB`])
  ]
  const sum = (of: (exchange: (typeof exchanges)[number]) => number) =>
    exchanges.reduce((total, each) => total + of(each), 0)
  const cells = [
    name,
    String(exchanges.length),
    fate,
    statuses.join(', '),
    kilobytes(sum(({ sent }) => Buffer.byteLength(sent))),
    kilobytes(sum(({ bytesOut }) => bytesOut)),
    `${worst.toFixed(1)} ms`,
    `${Math.round(before)} → ${Math.round(after)} MiB`,
    problems.length === 0 ? 'yes' : `**no**: ${problems.join('; ')}`
  ]
  say(`${problems.length === 0 ? 'ok    ' : 'BROKEN'} ${cells.join(' | ')}`)
  return { cells, holds: problems.length === 0 }
}

const own = await startTarget(dataset)
await warmUp(own)
const start = residentMiB(own.pid)

const tables: string[] = []
let broken = 0
let requests = 0
for (const { name, attacks } of attackClasses) {
  const rows: Row[] = []
  for (const each of attacks.filter((one) => `${name}: ${one.name}`.includes(part))) {
    if (each.upstream === undefined) rows.push(await attack(each, own))
    else {
      const facade = await startFacade(each.upstream)
      rows.push(await attack(each, facade.target))
      await facade.close()
    }
  }
  broken += rows.filter(({ holds }) => !holds).length
  requests += rows.reduce((sum, { cells }) => sum + Number(cells[1]), 0)
  const head = ['attack', 'requests', 'must be', 'seen', 'in', 'out', 'processor time, worst', 'resident', 'holds']
  tables.push(
    [
      `## ${name}`,
      '',
      `| ${head.join(' | ')} |`,
      `|${'---|'.repeat(head.length)}`,
      ...rows.map(({ cells }) => `| ${cells.join(' | ')} |`)
    ].join('\n')
  )
}
await pause(1_000)
const end = residentMiB(own.pid)
await own.stop()
rmSync(directory, { recursive: true, force: true })
const summary = `${requests} requests; ${broken} attacks get through. The process that took all but those of hostile upstreams had ${Math.round(start)} MiB resident before and ${Math.round(end)} MiB behind them.`
say(summary)
if (part === '') {
  writeFileSync(
    new URL('../../docs/attacks.md', import.meta.url),
    `# What attacks come to

Written by \`npm run campaign -- attack\` from what it measured, over loopback against a server in a process of its own with \`CACHE_MAX_MB=64\`; those of
hostile upstreams against a new one each. \`npm test\` sends the same, without the long ones and without measuring.

What must become of every request: \`refused\`, a 4xx in the form of its surface (or errors in an answer of the graph); \`harmless\`, that, or an
answer as to any client, for the request is legal; \`unusable\`, that, or a 502 to 504 in form. For each, the process goes on, uses at most
${maxProcessorMs} ms of processor time for the worst request (with a hostile upstream, for each of up to ${maxTries} calls), and grows by at most ${maxGrowth} MiB. Bytes are those of all requests of a row together.
Threads on which V8 collects garbage are not counted: what one request leaves, together with all before it, falls to any of them.

${summary}

${tables.join('\n\n')}
`
  )
  say('wrote docs/attacks.md')
}
if (broken > 0) process.exitCode = 1
