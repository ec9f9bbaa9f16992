import type { GraphQLResolveInfo } from 'graphql'
import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import { type ByteText, toByteText } from '../../../core/byte-text.ts'
import type { Context } from '../schema/builder.ts'
import { argumentsOf, type Variables } from './inputs.ts'
import { leafText } from './leaves.ts'
import { answerTooLong } from './limits.ts'
import {
  Annotated,
  failed,
  fromRoot,
  type GrowingPart,
  joinFields,
  joinList,
  joinObject,
  noParts,
  type RunResult,
  rooted,
  settled
} from './outcomes.ts'
import { PartQueue } from './part-queue.ts'
import type { AbstractPlan, DeferredPlan, FieldPlan, ListPlan, ObjectPlan, QueryPlan, ValuePlan } from './plan.ts'
import { bounded, type FieldFault, type Result, type ResultPath, tooLarge } from './result.ts'
import type { Memo, ResultCache } from './result-cache.ts'
import { synchronousText } from './synchronous-fields.ts'

/** Runs a plan: calls the resolvers and writes their results directly as JSON. */
export const runPlan = (
  { root }: QueryPlan,
  variables: Variables,
  context: Context,
  /** Cache of record texts for the next run; null without a next run. */
  memos: ResultCache | null,
  /** Maximum bytes of the result. */
  maxBytes: number
): Awaitable<Result> => {
  const run = new QueryRun(variables, context, memos, maxBytes)
  return andThen(run.object(root, undefined), (outcome) => {
    if (run.isOver) return tooLarge
    if (typeof outcome === 'string') return bounded(outcome, none, maxBytes)
    const result = bounded(outcome.text ?? 'null', rooted(outcome.faults, []), maxBytes)
    return outcome.parts.length === 0 || result.data === null
      ? result
      : { ...result, parts: run.deliver(outcome.parts) }
  })
}

const none: readonly FieldFault[] = []

class QueryRun {
  readonly #variables: Variables
  readonly #context: Context
  readonly #memos: ResultCache | null
  readonly #info: GraphQLResolveInfo
  readonly #maxBytes: number
  /** Bytes written so far, each counted once. */
  #written = 0

  constructor(variables: Variables, context: Context, memos: ResultCache | null, maxBytes: number) {
    this.#variables = variables
    this.#context = context
    this.#memos = memos
    this.#maxBytes = maxBytes
    // The graph's own resolvers do not use it, and those of introspection have their own.
    this.#info = {} as GraphQLResolveInfo
  }

  /** Whether the result exceeds the limit. Calls do nothing from then on, because the result is discarded. */
  get isOver(): boolean {
    return this.#written > this.#maxBytes
  }

  object(plan: ObjectPlan, value: unknown): Awaitable<RunResult> {
    if (this.isOver) return 'null'
    const { fields, deferred, memo, frameBytes } = plan
    const cached = this.#cached(memo, value as object)
    if (cached !== undefined) return this.#counted(cached)
    // Where texts are cached, parts of the object may be among them.
    const isWhole = plan.isSynchronous && (memo !== null || !this.#keepsTexts)
    const local = isWhole ? synchronousText(plan, value, this.#context, this.#info) : undefined
    if (local !== undefined) return this.#memoized(memo, value as object, this.#counted(toByteText(local)))
    this.#written += frameBytes
    const outcomes: Awaitable<RunResult>[] = []
    let isPlain = true
    let waits = false
    for (const field of fields) {
      const outcome = this.#field(field, value)
      if (typeof outcome !== 'string') {
        isPlain = false
        waits ||= outcome instanceof Promise
      }
      outcomes.push(outcome)
    }
    const parts = deferred.length === 0 ? noParts : deferred.map((plan) => this.#defer(plan, value))
    // Plain: all outcomes are texts.
    if (isPlain && parts === noParts) {
      return this.#memoized(memo, value as object, joinFields(fields, outcomes as ByteText[]))
    }
    // All resolvers have been called, so their reads are batched together.
    if (waits) return Promise.all(outcomes).then((settled) => joinObject(fields, settled, parts))
    return joinObject(fields, outcomes as RunResult[], parts)
  }

  #defer({ label, object }: DeferredPlan, value: unknown): GrowingPart {
    return { kind: 'fragment', path: [], label, outcome: contained(later(() => this.object(object, value))) }
  }

  /** Delivers parts, and those within them, as they finish. */
  deliver(parts: readonly GrowingPart[]): PartQueue {
    const queue = new PartQueue(() => {
      this.#written = Number.POSITIVE_INFINITY
    })
    for (const part of parts) void this.#deliver(queue, part, [])
    return queue
  }

  async #deliver(queue: PartQueue, part: GrowingPart, base: ResultPath): Promise<void> {
    queue.begin()
    const path = fromRoot(base, part.path)
    const { label } = part
    if (part.kind === 'fragment') {
      const { text, faults, parts } = this.#finished(await part.outcome)
      queue.push({ key: 'data', json: text, path, label, faults: rooted(faults, path) })
      for (const inner of parts) void this.#deliver(queue, inner, path)
    } else {
      for (const [index, outcome] of part.outcomes.entries()) {
        const { text, faults, parts } = this.#finished(await outcome)
        const itemPath = [...path, part.from + index]
        const json = text === null ? null : `[${text}]`
        queue.push({ key: 'items', json, path: itemPath, label, faults: rooted(faults, itemPath) })
        for (const inner of parts) void this.#deliver(queue, inner, itemPath)
        // A required element is missing: the list ends here.
        if (text === null) break
      }
    }
    queue.end()
  }

  #finished(outcome: RunResult): Annotated {
    if (this.isOver)
      return new Annotated(null, [{ error: answerTooLong(this.#maxBytes).originalError, nodes: [], path: [] }])
    return typeof outcome === 'string' ? new Annotated(outcome, []) : outcome
  }

  #field(field: FieldPlan, parent: unknown): Awaitable<RunResult> {
    if (field.value.kind === 'constant') return this.#counted(field.value.text)
    let value: unknown
    try {
      const args = typeof field.args === 'function' ? argumentsOf(field, this.#variables) : field.args
      value = field.resolve(parent, args, this.#context, this.#info)
      if (value instanceof Promise && field.value.kind === 'object' && field.hints.stub !== undefined) {
        this.#readBelow(field.value.object, field.hints.stub(args))
      }
    } catch (error) {
      return failed(field, field.value, error)
    }
    return this.#awaited(field, field.value, value)
  }

  #awaited(field: FieldPlan, plan: ValuePlan, value: unknown): Awaitable<RunResult> {
    if (!(value instanceof Promise)) return this.#value(field, plan, value)
    return value.then(
      (resolved) => this.#value(field, plan, resolved),
      (error: unknown) => failed(field, plan, error)
    )
  }

  /**
   * Starts the reads of an object's fields while the object itself is being looked up. The request caches started reads, so the fields join
   * them; a failure occurs again at the field and is reported there. Deferred fields are among them, so that they do not wait for the object.
   */
  #readBelow({ fields, deferred }: ObjectPlan, stub: object | null): void {
    if (stub === null) return
    for (const field of fields) {
      if (field.reads === undefined) continue
      try {
        const started = field.resolve(stub, argumentsOf(field, this.#variables), this.#context, this.#info)
        if (started instanceof Promise) started.catch(() => {})
      } catch {
        // The field itself reports the failure.
      }
    }
    for (const { object } of deferred) this.#readBelow(object, stub)
  }

  #value(field: FieldPlan, plan: ValuePlan, value: unknown): Awaitable<RunResult> {
    if (value === null || value === undefined) {
      if (plan.nullable) return 'null'
      return failed(field, plan, new Error(`Cannot return null for non-nullable field ${field.coordinate}.`))
    }
    if (value instanceof Error) return failed(field, plan, value)
    try {
      switch (plan.kind) {
        case 'leaf':
          return this.#counted(toByteText(leafText(plan.form(value))))
        case 'constant':
          return this.#counted(plan.text)
        case 'object':
          return settled(plan, this.object(plan.object, value))
        case 'abstract':
          return settled(plan, this.object(this.#objectOf(plan, value), value))
        case 'list':
          return settled(plan, this.#list(field, plan, value as readonly unknown[]))
      }
    } catch (error) {
      return failed(field, plan, error)
    }
  }

  #objectOf({ typeOf, objects }: AbstractPlan, value: unknown): ObjectPlan {
    // Types resolve synchronously and by name here.
    const name = typeOf(value, this.#context, this.#info, undefined as never) as string | undefined
    const object = name === undefined ? undefined : objects.get(name)
    if (object === undefined) throw new Error('an object of an interface has none of its types')
    return object
  }

  #list(field: FieldPlan, { items, memo, stream }: ListPlan, all: readonly unknown[]): Awaitable<RunResult> {
    const cached = this.#cached(memo, all)
    if (cached !== undefined) return this.#counted(cached)
    const values = stream === null ? all : all.slice(0, stream.initialCount)
    const parts = stream === null || values.length === all.length ? noParts : [this.#stream(field, items, all, stream)]
    this.#written += values.length + 1
    const outcomes: Awaitable<RunResult>[] = []
    let isPlain = true
    let waits = false
    for (const value of values) {
      const outcome = this.#awaited(field, items, value)
      if (typeof outcome !== 'string') {
        isPlain = false
        waits ||= outcome instanceof Promise
      }
      outcomes.push(outcome)
    }
    if (isPlain && parts === noParts) return this.#memoized(memo, values, `[${outcomes.join(',')}]`)
    if (waits) return Promise.all(outcomes).then((settled) => joinList(settled, parts))
    return joinList(outcomes as RunResult[], parts)
  }

  #stream(
    field: FieldPlan,
    items: ValuePlan,
    values: readonly unknown[],
    { label, initialCount }: NonNullable<ListPlan['stream']>
  ): GrowingPart {
    // A promise is awaited at once, because it may fail before the rest begins.
    const outcomes = values
      .slice(initialCount)
      .map((value) => (value instanceof Promise ? value : later(() => value)))
      .map((value) => contained(Promise.resolve(this.#awaited(field, items, value))))
    return { kind: 'elements', path: [], label, outcomes, from: initialCount }
  }

  #counted(text: ByteText): ByteText {
    this.#written += text.length
    return text
  }

  #cached(memo: Memo | null, value: object): ByteText | undefined {
    return memo === null ? undefined : this.#memos?.get(memo, value)
  }

  /** A record read for the first time may never be requested again: its texts are cached from the second time on. */
  get #keepsTexts(): boolean {
    const { reads, cached } = this.#context.scope
    return this.#memos !== null && (reads.length === 0 || cached)
  }

  #memoized(memo: Memo | null, value: object, text: ByteText): ByteText {
    if (memo === null || this.#memos === null || this.isOver || !this.#keepsTexts) return text
    return this.#memos.set(memo, value, text)
  }
}

/** Handles rejections of deferred work, which may have no reader: an unhandled rejection would end the process. */
const contained = (outcome: Promise<RunResult>): Promise<RunResult> =>
  outcome.catch((error: unknown) => new Annotated(null, [{ error, nodes: [], path: [] }]))

/** Runs work after the current responses are on their way: deferred work must not delay them. */
const later = <T>(work: () => Awaitable<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(work())
      } catch (error) {
        reject(error)
      }
    })
  })
