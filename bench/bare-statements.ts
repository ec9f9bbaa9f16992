import { createServer } from 'node:http'
import { coldKeys, mixed } from './cold.ts'
import type { Run } from './load.ts'
import { openStatements } from './statements.ts'
import { titles } from './workloads.ts'

/**
 * The limit of cold reads: the statements that a request has to ask, by the title of the workload, with nothing around them. They take their turn
 * like any server, so that both see the same machine.
 */
const statementsOf = (path: string): Readonly<Record<string, () => void>> => {
  const ask = openStatements(path)
  for (const statement of Object.values(ask)) statement.setReturnArrays(true)
  const keys = coldKeys(path)
  // The declarations know nothing of rows as arrays.
  const ownerOf = (handle: string) => Number((ask.owner.get(handle) as unknown as unknown[])[0])
  const page = (handle: string, count: number) => ask.page.all(ownerOf(handle), count + 1)
  /** Of each key in turn. */
  const inTurn = <Key>(keys: readonly Key[], one: (key: Key) => void) => {
    const all = mixed(keys)
    let next = 0
    return () => one(all[next++ % all.length] as Key)
  }
  return {
    [titles.user]: inTurn(
      [
        ...keys.handles.map((handle) => () => ask.profile.get(handle)),
        ...keys.ids.map((id) => () => ask.profileById.get(id))
      ],
      (read) => read()
    ),
    [titles.posts]: inTurn(keys.pages, ({ handle, count }) => page(handle, count)),
    [titles.scorecard]: inTurn(keys.open, (handle) => {
      ask.profile.get(handle)
      page(handle, 29)
    }),
    [titles.search]: inTurn(keys.searches, ({ posts }) => {
      for (const pk of posts) ask.post.get(pk)
    })
  }
}

const runFor = (seconds: number, one: () => void): Run => {
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let requests = 0
  while (performance.now() < until) {
    one()
    requests += 1
  }
  return { requests, seconds: (performance.now() - startedAt) / 1000, bytes: 0 }
}

/** A round of the statements of a workload, in the process that {@link listen}s. */
export const runStatements = async (url: string, title: string, seconds: number): Promise<Run> => {
  const response = await fetch(`${url}/?${new URLSearchParams({ title, seconds: String(seconds) })}`)
  return (await response.json()) as Run
}

const listen = (port: number, path: string) => {
  const statements = statementsOf(path)
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (pathname === '/healthz') return response.end('ok')
    const one = statements[searchParams.get('title') ?? '']
    if (one === undefined) return response.writeHead(404).end()
    return response.end(JSON.stringify(runFor(Number(searchParams.get('seconds')), one)))
  })
  server.listen(port, '127.0.0.1')
}

if (import.meta.main) listen(Number(process.env.PORT), process.env.BENCH_DATASET ?? '')
