import { key, type Running } from './servers.ts'

/** How much of what clipgraph reads must come from the file where reads are to be cold. What a small cache kept first stays there for a while. */
export const leastCold = 0.9

/** Reads behind its answers so far, and how many of them were in no cache. */
export const readsOf = async (server: Running) => {
  const metrics = await (await fetch(`${server.url}/metrics`, { headers: { 'x-gateway-key': key } })).text()
  const counts = [...metrics.matchAll(/^clipgraph_reads_total\{.*result="(\w+)".*\} (\d+)$/gm)]
  const sum = (which: typeof counts) => which.reduce((total, [, , count]) => total + Number(count), 0)
  return { all: sum(counts), missed: sum(counts.filter(([, result]) => result === 'miss')) }
}
