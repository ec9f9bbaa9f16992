import { type Config, workerShareOf } from '../../core/config/config.ts'
import type { App } from '../../host/app.ts'
import type { WorkerLink } from '../../host/backend-options.ts'
import { startedOf } from './banner.ts'
import type { FromWorker, Questions, ToWorker } from './messages.ts'
import { openServer } from './serve.ts'

const send = (message: FromWorker, sent?: () => void): void => {
  process.send?.(message, undefined, undefined, sent)
}

/** The connection to the primary. It lasts as long as the process: Node ends a worker that loses its primary. */
class PrimaryLink {
  readonly #waiting = new Map<number, (answer: never) => void>()
  #lastId = 0
  /** Called for each command. */
  obey: (command: Exclude<ToWorker, { id: number }>) => void = () => {}

  constructor() {
    process.on('message', (message: ToWorker) => {
      if ('command' in message) this.obey(message)
      else if ('answer' in message) {
        this.#waiting.get(message.id)?.(message.answer as never)
        this.#waiting.delete(message.id)
      }
    })
  }

  ask<K extends keyof Questions>(question: K, ask: Questions[K]['ask']): Promise<Questions[K]['answer']> {
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      // The type of a question follows from its name.
      send({ question, id, ask } as FromWorker)
    })
  }
}

/** Serves as one of several processes on one port. */
export const work = async (config: Config): Promise<void> => {
  const primary = new PrimaryLink()
  // Only the primary handles a hang-up, which reaches the whole process group.
  process.on('SIGHUP', () => {})
  const start = await primary.ask('start', null)
  let { isComplete } = start
  const link: WorkerLink = {
    number: start.number,
    count: start.count,
    spendPoints: (...spent) => primary.ask('spend', spent),
    metricsText: () => primary.ask('metrics', null),
    isStarting: () => !isComplete
  }
  const share = workerShareOf({ ...config, workers: start.count })
  const { app, leave } = await openServer(share, {
    ownKey: start.ownKey,
    link,
    closed: sendFigures
  }).catch((error: unknown) => {
    // The channel to the primary would keep the process alive.
    process.channel?.unref()
    throw error
  })
  primary.obey = (message) => {
    if (message.command === 'complete') isComplete = true
    else if (message.command === 'leave') leave(message)
    else void sendFigures(app)
  }
  send({ note: 'ready', started: await startedOf(app) })
}

const sendFigures = async ({ metrics }: Pick<App, 'metrics'>): Promise<void> => {
  const figures = await metrics.list()
  await new Promise<void>((sent) => send({ note: 'figures', figures }, sent))
}
