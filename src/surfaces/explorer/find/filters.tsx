import { useEffect, useId, useRef, useState } from 'preact/hooks'
import {
  conditionsOf,
  endsOf,
  type FilterCondition,
  isPercent,
  type Misstated,
  rangeText,
  type Stated
} from '../../views/conditions.ts'
import type { Conditions, Findable } from '../route.ts'
import { Histogram, type ShownDistribution } from './histogram.tsx'

/** Pause in milliseconds after which typing is over. */
const waitMs = 400

const ends = ['from', 'to'] as const
const isRange = ({ kind }: FilterCondition) => kind === 'numbers' || kind === 'dates'

/** The fields of a condition's control by their names in the form. */
const fieldsOf = (condition: FilterCondition) =>
  isRange(condition) ? ends.map((end) => `${condition.name} ${end}`) : [condition.name]

/** What the controls say, in the order of the table. */
const readForm = (form: HTMLFormElement, of: Findable): Conditions => {
  const data = new FormData(form)
  return Object.fromEntries(
    conditionsOf[of].flatMap((condition) => {
      const [from = '', to = ''] = fieldsOf(condition).map((name) => String(data.get(name) ?? ''))
      const text = isRange(condition) ? rangeText(condition, from, to) : from.trim()
      return text === '' ? [] : [[condition.name, text] as const]
    })
  )
}

const fillForm = (form: HTMLFormElement, of: Findable, conditions: Conditions) => {
  for (const condition of conditionsOf[of]) {
    const text = conditions[condition.name] ?? ''
    const texts = isRange(condition) ? endsOf(condition, text) : [text]
    fieldsOf(condition).forEach((name, index) => {
      const field = form.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = texts[index] ?? ''
    })
  }
}

/** Distributions of all values, and common values. */
export type Facets = {
  distributions: Readonly<Record<string, ShownDistribution | null | undefined>>
  suggestions: Readonly<Record<string, readonly string[]>>
}

type ControlProps = {
  condition: FilterCondition
  problem: string | undefined
  stated: Stated | undefined
  facets: Facets
}

const Control = ({ condition, problem, stated, facets }: ControlProps) => {
  const id = useId()
  const { name, title, kind, hint, field } = condition
  const suggestions = facets.suggestions[field]
  const distribution = facets.distributions[field]
  const marks = problem === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-problem` }
  const message = problem !== undefined && (
    <p id={`${id}-problem`} class="small problem">
      {problem}
    </p>
  )
  if (isRange(condition)) {
    return (
      <fieldset>
        <legend>{title}</legend>
        {distribution != null && <Histogram of={distribution} range={stated?.value} isPercent={isPercent(condition)} />}
        <div class="row ends">
          {ends.map((end) => (
            <input
              key={end}
              name={`${name} ${end}`}
              aria-label={`${title}: ${end}`}
              placeholder={end}
              autoComplete="off"
              {...(kind === 'dates' ? { type: 'date' } : { type: 'text', inputMode: 'text' })}
              {...marks}
            />
          ))}
        </div>
        {message}
      </fieldset>
    )
  }
  return (
    <div>
      <label for={id}>{title}</label>
      {condition.kind === 'choice' ? (
        <select id={id} name={name} {...marks}>
          <option value="">any</option>
          {Object.entries(condition.choices).map(([value, [, word]]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      ) : (
        <input
          id={id}
          name={name}
          type="text"
          placeholder={hint}
          autoComplete="off"
          spellcheck={false}
          maxLength={200}
          {...(suggestions !== undefined && { list: `${id}-suggestions` })}
          {...marks}
        />
      )}
      {suggestions !== undefined && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
      {message}
    </div>
  )
}

type FiltersProps = {
  of: Findable
  conditions: Conditions
  misstated: readonly Misstated[]
  stated: readonly Stated[]
  facets: Facets
  /** `isSame`: the same control changed just before, so that going back skips this step. */
  apply: (conditions: Conditions, isSame: boolean) => void
}

/** The controls of all conditions. What they say is applied when typing pauses; narrow windows show them on demand. */
export const Filters = ({ of, conditions, misstated, stated, facets, apply }: FiltersProps) => {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const last = useRef<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const text = JSON.stringify(conditions)
  useEffect(() => {
    // Not while the user is still typing.
    if (form.current !== null && timer.current === undefined) fillForm(form.current, of, conditions)
  }, [of, text])
  useEffect(() => () => clearTimeout(timer.current), [])
  const applyNow = (name: string) => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (form.current === null) return
    const next = readForm(form.current, of)
    if (JSON.stringify(next) === text) return
    apply(next, last.current === name)
    last.current = name
  }
  const latest = useRef(applyNow)
  latest.current = applyNow
  const count = Object.keys(conditions).length
  return (
    <div class="filters" data-open={isOpen}>
      <button type="button" class="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        Filters{count > 0 && ` (${count})`}
      </button>
      <form
        id={id}
        class="stack"
        ref={form}
        aria-label={`Conditions on ${of}`}
        onInput={({ target }) => {
          const name = target instanceof Element ? (target.getAttribute('name') ?? '') : ''
          clearTimeout(timer.current)
          timer.current = setTimeout(() => latest.current(name), waitMs)
        }}
        onFocusOut={() => {
          if (timer.current !== undefined) latest.current('')
          last.current = null
        }}
        onSubmit={(event) => {
          event.preventDefault()
          latest.current('')
          setOpen(false)
        }}
      >
        {conditionsOf[of].map((condition) => (
          <Control
            key={`${of} ${condition.name}`}
            condition={condition}
            problem={misstated.find(({ name }) => name === condition.name)?.message}
            stated={stated.find(({ name }) => name === condition.name)}
            facets={facets}
          />
        ))}
        <button type="submit" class="button primary">
          Show {of}
        </button>
      </form>
    </div>
  )
}
