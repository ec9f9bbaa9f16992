import type { Awaitable } from '../../../core/awaitable.ts'
import type { ByteText } from '../../../core/byte-text.ts'
import type { FieldPlan, ValuePlan } from './plan.ts'
import type { FieldFault, ResultPath } from './result.ts'

/** Outcomes of fields: texts, with their faults and deferred parts. The functions join them to the text of the whole response. */

/** Built from the field upwards, and reversed at the root. */
type GrowingPath = (string | number)[]
type GrowingFault = FieldFault & { path: GrowingPath }

export const fromRoot = (base: ResultPath, path: GrowingPath): ResultPath => [...base, ...path.toReversed()]

export const rooted = (faults: readonly GrowingFault[], base: ResultPath): readonly FieldFault[] =>
  faults.map(({ path, ...fault }) => ({ ...fault, path: fromRoot(base, path) }))

/** A part that is delivered later: a deferred fragment, or elements of a streamed list from an index on. */
export type GrowingPart = { path: GrowingPath; label: string | null } & (
  | { kind: 'fragment'; outcome: Promise<RunResult> }
  | { kind: 'elements'; outcomes: readonly Promise<RunResult>[]; from: number }
)

/** A text with its faults and deferred parts; null if a required value is missing, so that its parent becomes null. */
export class Annotated {
  text: ByteText | null
  readonly faults: readonly GrowingFault[]
  readonly parts: readonly GrowingPart[]

  constructor(text: ByteText | null, faults: readonly GrowingFault[], parts: readonly GrowingPart[] = []) {
    this.text = text
    this.faults = faults
    this.parts = parts
  }
}

export type RunResult = ByteText | Annotated

/** The outcome of a failed field: null if the type allows it, else the failure moves to the parent. */
export const failed = (field: FieldPlan, { nullable }: ValuePlan, error: unknown): Annotated =>
  new Annotated(nullable ? 'null' : null, [{ error, nodes: field.nodes, path: [] }])

/** An outcome in its position: a null in a non-null position moves to the nearest nullable parent. */
export const settled = (plan: ValuePlan, outcome: Awaitable<RunResult>): Awaitable<RunResult> => {
  if (typeof outcome === 'string' || !plan.nullable) return outcome
  if (outcome instanceof Promise) return outcome.then((result) => settled(plan, result))
  outcome.text ??= 'null'
  return outcome
}

export const joinFields = (fields: readonly FieldPlan[], values: readonly ByteText[]): ByteText => {
  let text = '{'
  for (let index = 0; index < fields.length; index += 1) {
    text += fields[index]?.lead ?? ''
    text += values[index] ?? ''
  }
  return `${text}}`
}

export const joinObject = (
  fields: readonly FieldPlan[],
  outcomes: readonly RunResult[],
  parts: readonly GrowingPart[]
): RunResult =>
  join(
    outcomes,
    parts,
    (index) => fields[index]?.name ?? '',
    (texts) => joinFields(fields, texts)
  )

export const joinList = (outcomes: readonly RunResult[], parts: readonly GrowingPart[]): RunResult =>
  join(
    outcomes,
    parts,
    (index) => index,
    (texts) => `[${texts.join(',')}]`
  )

/** Joins outcomes with their faults and parts, and extends the paths of these by one step. `own`: parts of the whole itself. */
const join = (
  outcomes: readonly RunResult[],
  own: readonly GrowingPart[],
  stepTo: (index: number) => string | number,
  write: (texts: readonly ByteText[]) => ByteText
): RunResult => {
  const texts: ByteText[] = []
  const faults: GrowingFault[] = []
  const parts = [...own]
  let isNull = false
  for (const [index, outcome] of outcomes.entries()) {
    if (typeof outcome === 'string') {
      texts.push(outcome)
      continue
    }
    for (const located of [...outcome.faults, ...outcome.parts]) located.path.push(stepTo(index))
    faults.push(...outcome.faults)
    parts.push(...outcome.parts)
    if (outcome.text === null) isNull = true
    else texts.push(outcome.text)
  }
  // A null object has no deferred parts.
  if (isNull) return new Annotated(null, faults)
  return faults.length === 0 && parts.length === 0 ? write(texts) : new Annotated(write(texts), faults, parts)
}

export const noParts: readonly GrowingPart[] = []
