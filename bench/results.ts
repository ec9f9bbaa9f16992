import type { Counts } from './counts.ts'
import type { FacadeResult } from './facades.ts'
import type { PostgresResult } from './postgres.ts'
import type { ServerName } from './servers.ts'
import type { Workload } from './workloads.ts'

export type Round = { perSecond: number; cpuMicros: number | null }
export type Measurement = {
  workload: Workload
  server: ServerName
  rounds: Round[]
  latency: { p50: number; p99: number } | null
}
export type Counted = { workload: Workload; server: ServerName; counts: Counts }
type Footprint = { server: ServerName; startMs: number; memoryMiB: number | null }
export type Results = {
  date: Date
  rounds: number
  /** How often the servers were started, each time for as many rounds. */
  generations: number
  seconds: number
  measurements: Measurement[]
  counted: Counted[]
  /** Milliseconds from the start of the process, round by round: to its end, of Node with nothing to run and of `--help`; to the first answer, of servers. */
  starts: { nothing: number[]; help: number[]; servers: ReadonlyMap<ServerName, number[]> } | null
  footprints: Footprint[]
  facades: FacadeResult[]
  postgres: PostgresResult[]
}
