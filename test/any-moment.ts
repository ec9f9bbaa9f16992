import fc from 'fast-check'
import type { ReadScheduler } from '../src/cache/read-scheduler.ts'
import { afterMicrotasks, type EventLoop } from '../src/core/event-loop.ts'
import type { Scope } from '../src/core/scope.ts'

/** Goes on a little later, within a turn of the event loop or behind it. */
type Moment = (eventLoop: EventLoop, goOn: () => void) => void

const afterPollNow: Moment = (eventLoop, goOn) => eventLoop.afterPoll(goOn)
const nextTurn: Moment = (_, goOn) => setImmediate(goOn)

/** Any order in which things may happen beside each other. */
export const anyMoment: fc.Arbitrary<Moment> = fc
  .array(
    fc.constantFrom<Moment>((_, goOn) => afterMicrotasks(goOn), afterPollNow, nextTurn),
    { maxLength: 4 }
  )
  .map((ways) => (eventLoop, goOn) => ways.reduceRight<() => void>((next, way) => () => way(eventLoop, next), goOn)())

type AnyRead = { moment: Moment; ms: number; isCalledOff: boolean }

/** What is called off while it waits takes no time. */
export const anyRead: fc.Arbitrary<AnyRead> = fc.record({
  moment: anyMoment,
  ms: fc.constantFrom(0, 3, 10),
  isCalledOff: fc.boolean()
})

/** Reads when its moment has come and it is its turn. `pass`: lets time pass. */
export const readInTurn = (
  { moment, ms, isCalledOff }: AnyRead,
  {
    turns,
    eventLoop,
    scope,
    pass
  }: { turns: ReadScheduler; eventLoop: EventLoop; scope: Scope; pass: (ms: number) => void }
): Promise<void> => {
  const read = async () => {
    if (isCalledOff) return
    pass(ms)
    turns.took(scope, ms)
  }
  return new Promise((done) => moment(eventLoop, () => void turns.take(scope, read).then(done)))
}

/** ReadScheduler of the event loop behind which a few things that happen beside each other are over. */
export const allMoments = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((goOn) => setImmediate(goOn))
}
