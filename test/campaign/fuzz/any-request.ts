import { maxHeaderSize } from 'node:http'
import type { Random } from '../../../src/ingest/seed/random.ts'
import { anyMessage } from './agent-messages.ts'
import { asAddress, asPartsQuestion, asQuestion, brokenText, noQuestion, wrongVariables } from './graphql-requests.ts'
import type { Known } from './known.ts'
import { oddHeading } from './odd-heading.ts'
import type { Draft, Sent } from './request.ts'
import { asOperation, asPage, brokenParameters, oddAddress } from './rest-requests.ts'

const brokenBytes = 'broken bytes of HTTP'
const oddHeadings = 'odd headers and methods'

/** What is sent, by kind: how many of a hundred, and one of it. */
const kinds = {
  'GraphQL, from the schema': [16, asQuestion],
  'GraphQL, in parts': [6, asPartsQuestion],
  'GraphQL in the address': [6, asAddress],
  'GraphQL, broken text': [12, brokenText],
  'GraphQL, wrong variables': [7, wrongVariables],
  'GraphQL, a body that is no question': [5, noQuestion],
  'REST, from the operations': [14, asOperation],
  'REST, broken parameters': [9, brokenParameters],
  'odd addresses': [5, oddAddress],
  [oddHeadings]: [10, oddHeading],
  'messages of agents': [6, anyMessage],
  'pages and health': [2, asPage],
  [brokenBytes]: [2, (random: Random, known: Known) => random.pick([asQuestion, asOperation])(random, known)]
} as const satisfies Record<string, readonly [weight: number, make: (random: Random, known: Known) => Draft]>

export type Kind = keyof typeof kinds

export const kindNames = Object.keys(kinds) as Kind[]

const byWeight = kindNames.flatMap((kind) => Array<Kind>(kinds[kind][0]).fill(kind))

/** Any request: what a client may mean, what it may get wrong, and what nobody means. */
export const anyRequest = (random: Random, known: Known): Sent<Kind> => {
  const kind = random.pick(byWeight)
  return { kind, ...kinds[kind][1](random, known), isWhole: kind !== brokenBytes }
}

/** Leaves room in a head for the few headers beside it. */
const readableTarget = maxHeaderSize - 1024

/** Whether others may be sent behind it at once: a header may say that it is the last, and what cannot be read as HTTP is. */
export const mayBeFollowed = ({ kind, target, isWhole }: Sent<Kind>): boolean =>
  isWhole && kind !== oddHeadings && target.startsWith('/') && target.length <= readableTarget
