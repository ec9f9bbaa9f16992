import fc from 'fast-check'
import { behindPromises, type EventLoop } from '../src/core/event-loop.ts'

/** Goes on a little later, within a turn of the event loop or behind it. */
type Moment = (eventLoop: EventLoop, goOn: () => void) => void

const behindLook: Moment = (eventLoop, goOn) => eventLoop.behindNextLook(goOn)
const nextTurn: Moment = (_, goOn) => setImmediate(goOn)

/** Any order in which things may happen beside each other. */
export const anyMoment: fc.Arbitrary<Moment> = fc
  .array(
    fc.constantFrom<Moment>((_, goOn) => behindPromises(goOn), behindLook, nextTurn),
    { maxLength: 4 }
  )
  .map((ways) => (eventLoop, goOn) => ways.reduceRight<() => void>((next, way) => () => way(eventLoop, next), goOn)())

/** Turns of the event loop behind which a few things that happen beside each other are over. */
export const allMoments = async (): Promise<void> => {
  for (let turn = 0; turn < 100; turn += 1) await new Promise((goOn) => setImmediate(goOn))
}
