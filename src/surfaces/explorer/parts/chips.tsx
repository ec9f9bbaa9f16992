import { Link } from '../navigation.tsx'
import { hashtagRoute, type LinkedHashtag, type Route } from '../route.ts'

export type Chip = { text: string; to: Route | null }

export type NamedKind = readonly [name: string, chips: readonly Chip[]]

/** Short links in a row. */
export const Chips = ({ chips, label }: { chips: readonly Chip[]; label: string }) => (
  <ul class="row chips" aria-label={label}>
    {chips.map(({ text, to }, index) => (
      <li key={`${text} ${index}`}>
        {to === null ? (
          <span class="chip">
            <bdi>{text}</bdi>
          </span>
        ) : (
          <Link class="chip" to={to}>
            <bdi>{text}</bdi>
          </Link>
        )}
      </li>
    ))}
  </ul>
)

/** Short links of several kinds, each kind beside its name; kinds without any are left out. */
export const NamedChips = ({ kinds, labelOf }: { kinds: readonly NamedKind[]; labelOf: (name: string) => string }) => {
  const shown = kinds.filter(([, chips]) => chips.length > 0)
  if (shown.length === 0) return null
  return (
    <dl class="stack named">
      {shown.map(([name, chips]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Chips label={labelOf(name)} chips={chips} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const hashtagChip = (use: LinkedHashtag): Chip => ({
  text: `#${use.name ?? use.hashtagId ?? '?'}`,
  to: hashtagRoute(use)
})
