import cluster, { type Worker } from 'node:cluster'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../core/config/config.ts'
import { lastMs } from '../../core/deadline.ts'
import { createLog, type Log } from '../../core/log.ts'
import { print } from '../../core/terminal.ts'
import { PointWindows } from '../../host/limits/point-windows.ts'
import { WorkerMetrics } from '../../host/telemetry/worker-metrics.ts'
import { banner, keyForThisRun, type Started } from './banner.ts'
import { type FromWorker, type Question, type Questions, type ToWorker, workerMark } from './messages.ts'

/** A worker that replaces another one may migrate data at its start. One that takes longer than this counts as hanging. */
const startingMs = 5 * 60_000
/** A worker that served for less than this counts as failed, which delays the next one. */
const steadyMs = 10_000
const firstPauseMs = 500
const longestPauseMs = 30_000
/** A worker that does not report in this time is busy or stuck; its last figures are used. */
const countingMs = 1_000
/** Signals within this time count as one: npm forwards a signal that the terminal has already sent. */
const sameSignalMs = 200

type Member = {
  number: number
  process: Worker
  state: 'starting' | 'ready' | 'leaving'
  readyAt: number
  /** Whether it became ready; false when it ended before. */
  started: PromiseWithResolvers<boolean>
  ended: PromiseWithResolvers<void>
  closeUntaken: () => void
  /** Called with its next figures. */
  counted: (() => void)[]
}

/** Serves with several processes on one port until this one is stopped. */
export const startWorkers = (config: Config): void => void new Primary(config).start()

/**
 * Starts, replaces and ends workers. It accepts connections, which node:cluster distributes in turn, and answers no request. Separate sockets
 * of the workers on one port (SO_REUSEPORT) would lose pending connections of a closing one, share the port with other programs unnoticed, and
 * distribute few connections unevenly.
 */
class Primary {
  readonly #config: Config
  readonly #log: Log
  readonly #ownKey: string | null
  readonly #members = new Map<number, Member>()
  readonly #points = new PointWindows()
  readonly #metrics = new WorkerMetrics()
  /** Consecutive workers that ended early. */
  #failures = 0
  #isComplete = false
  #isRolling = false
  #rollsAgain = false
  #endingSince: number | null = null
  #exitCode = 0

  constructor(config: Config) {
    this.#config = config
    this.#log = createLog(config.logLevel)
    this.#ownKey = keyForThisRun(config)
  }

  /** Starts the first worker alone, so that missing data are created once and problems reported once. */
  async start(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#end(signal))
    if (!process.stderr.isTTY) process.on('SIGHUP', () => void this.#replaceAll())
    // Distributes connections in turn, which is not Node's default on all systems.
    cluster.schedulingPolicy = cluster.SCHED_RR
    const first = this.#fork(1)
    if (!(await first.started.promise) || this.#endingSince !== null) return
    const others = Array.from({ length: this.#config.workers - 1 }, (_, at) => this.#fork(at + 2))
    const areReady = await Promise.all(others.map(({ started }) => started.promise))
    if (areReady.includes(false) || this.#endingSince !== null) return
    this.#isComplete = true
    for (const member of this.#members.values()) tell(member, { command: 'complete' })
    print(banner(this.#first, this.#ownKey))
  }

  #first: Started = { url: '', isSampleData: false, username: '' }

  #fork(number: number): Member {
    const worker = cluster.fork({ [workerMark]: String(number) })
    const member: Member = {
      number,
      process: worker,
      closeUntaken: untakenOf(worker),
      state: 'starting',
      readyAt: Number.POSITIVE_INFINITY,
      started: Promise.withResolvers(),
      ended: Promise.withResolvers(),
      counted: []
    }
    this.#members.set(member.process.id, member)
    member.process.on('message', (message: FromWorker) => this.#hear(member, message))
    member.process.once('exit', (code: number | null, signal: string | null) => this.#ended(member, code, signal))
    member.process.on('error', (error) => {
      this.#log.error({ worker: number, err: error }, 'a worker failed')
      if (member.process.process.pid === undefined) this.#ended(member, 1, null)
    })
    return member
  }

  #hear(member: Member, message: FromWorker): void {
    if ('question' in message)
      this.#answer(member, message).catch((err) => this.#log.error({ err }, 'no answer to a worker'))
    else if ('note' in message && message.note === 'figures') {
      this.#metrics.set(member.process.id, message.figures)
      for (const counted of member.counted.splice(0)) counted()
    } else if ('note' in message) {
      member.state = 'ready'
      member.readyAt = performance.now()
      if (!this.#isComplete) this.#first = message.started
      member.started.resolve(true)
    }
  }

  async #answer(member: Member, { question, id, ask }: Question): Promise<void> {
    let answer: Questions[keyof Questions]['answer']
    if (question === 'spend') answer = this.#points.spend(...ask)
    else if (question === 'metrics') answer = await this.#metricsText()
    else {
      const { number } = member
      answer = { number, count: this.#config.workers, ownKey: this.#ownKey, isComplete: this.#isComplete }
    }
    tell(member, { id, answer })
  }

  async #metricsText(): Promise<string> {
    const serving = [...this.#members.values()].filter(({ state }) => state !== 'starting')
    const counted = serving.map((member) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      member.counted.push(resolve)
      tell(member, { command: 'count' })
      return Promise.race([promise, member.ended.promise])
    })
    await Promise.race([Promise.all(counted), pause(countingMs, undefined, { ref: false })])
    return this.#metrics.text()
  }

  #ended(member: Member, code: number | null, signal: string | null): void {
    const { number, process: worker, state, readyAt } = member
    this.#members.delete(worker.id)
    this.#metrics.end(worker.id)
    member.started.resolve(false)
    member.ended.resolve()
    if (this.#endingSince !== null) {
      if (this.#members.size === 0) process.exit(this.#exitCode)
      return
    }
    member.closeUntaken()
    if (state === 'leaving') return
    const how = { worker: number, pid: worker.process.pid, code, signal }
    if (!this.#isComplete) {
      // The worker has reported the problem, unless a signal ended it.
      if (signal !== null) this.#log.fatal(how, 'a worker was ended at the start')
      this.#exitCode = code || 1
      this.#endingSince = performance.now()
      for (const member of this.#members.values()) member.process.process.kill('SIGKILL')
      if (this.#members.size === 0) process.exit(this.#exitCode)
      return
    }
    // Another worker with this number serves or is starting.
    if ([...this.#members.values()].some((other) => other.number === number && other.state !== 'leaving')) return
    this.#failures = performance.now() - readyAt < steadyMs || state === 'starting' ? this.#failures + 1 : 0
    const pauseMs = this.#failures === 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#failures - 1))
    this.#log.error({ ...how, pauseMs }, 'a worker ended and is replaced')
    setTimeout(() => {
      if (this.#endingSince === null) void this.#replacement(number)
    }, pauseMs)
  }

  /** Starts a worker in place of another one, and returns whether it became ready. */
  async #replacement(number: number): Promise<boolean> {
    const { process: worker, started } = this.#fork(number)
    const how = { worker: number, pid: worker.process.pid }
    const timer = setTimeout(() => {
      this.#log.error(how, 'a new worker is not ready after five minutes and is ended')
      worker.process.kill('SIGKILL')
    }, startingMs)
    const isReady = await started.promise
    clearTimeout(timer)
    if (isReady) this.#log.info(how, 'a worker is ready')
    return isReady
  }

  /** Replaces workers one by one: the new one is ready before the old one stops accepting connections. */
  async #replaceAll(): Promise<void> {
    if (!this.#isComplete || this.#endingSince !== null) return
    if (this.#isRolling) {
      // Workers that were already replaced may have started before the change that this signal announces.
      this.#rollsAgain = true
      return
    }
    this.#isRolling = true
    this.#log.info('SIGHUP: workers are replaced one by one')
    let areReplaced = true
    for (const old of [...this.#members.values()]) {
      // A worker that ended meanwhile is replaced anyway.
      if (old.state !== 'ready' || !this.#members.has(old.process.id)) continue
      if (!(await this.#replacement(old.number))) {
        areReplaced = false
        if (this.#endingSince === null) {
          this.#log.error({ worker: old.number }, 'a new worker did not start: the old ones stay')
        }
        break
      }
      if (this.#endingSince !== null) break
      this.#leave(old, { graceMs: 0, isReplaced: true })
      await old.ended.promise
    }
    this.#isRolling = false
    if (this.#endingSince !== null) return
    if (areReplaced) this.#log.info('workers are replaced')
    if (!this.#rollsAgain) return
    this.#rollsAgain = false
    await this.#replaceAll()
  }

  #leave(member: Member, notice: { graceMs: number; isReplaced: boolean }): void {
    member.state = 'leaving'
    tell(member, { command: 'leave', ...notice })
    // A stuck worker would never end.
    setTimeout(() => member.process.process.kill('SIGKILL'), notice.graceMs + 2 * lastMs).unref()
  }

  #end(signal: 'SIGINT' | 'SIGTERM'): void {
    if (this.#endingSince !== null) {
      if (performance.now() - this.#endingSince <= sameSignalMs) return
      for (const { process: worker } of this.#members.values()) worker.process.kill('SIGKILL')
      process.exit(128 + constants.signals[signal])
    }
    this.#endingSince = performance.now()
    this.#exitCode = this.#isComplete ? 0 : 128 + constants.signals[signal]
    const graceMs = signal === 'SIGTERM' ? this.#config.shutdownGraceMs : 0
    for (const member of this.#members.values()) {
      if (member.state === 'starting') member.process.process.kill(signal)
      else if (member.state === 'ready') this.#leave(member, { graceMs, isReplaced: false })
    }
    // There may be no worker between the end of one and its replacement.
    if (this.#members.size === 0) process.exit(this.#exitCode)
  }
}

const tell = ({ process: worker }: Member, message: ToWorker): void => {
  // The worker may be gone, which its exit event reports.
  if (worker.isConnected()) worker.send(message, () => {})
}

/**
 * Closes the last connection passed to a worker, unless the worker accepted it. Node forgets such a connection when the worker dies, and its
 * client would wait forever.
 */
const untakenOf = ({ process: child }: Worker): (() => void) => {
  let handed: { close?: () => void } | undefined
  const { send } = child
  child.send = (...values: unknown[]) => {
    const [, handle] = values
    // Node's own handle of a socket. Closing it again has no effect.
    if (typeof handle === 'object' && handle !== null) handed = handle
    return Reflect.apply(send, child, values)
  }
  return () => handed?.close?.()
}
