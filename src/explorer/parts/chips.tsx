import { Link } from '../navigation.tsx'
import type { Route } from '../route.ts'
import { hashtagRoute, type LinkedHashtag } from './rich-text.tsx'

export type Chip = { text: string; to: Route | null }

/** Short links in a row. */
export const Chips = ({ chips, label }: { chips: readonly Chip[]; label: string }) => (
  <ul class="chips" aria-label={label}>
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

export const hashtagChip = (use: LinkedHashtag): Chip => ({
  text: `#${use.name ?? use.hashtagId ?? '?'}`,
  to: hashtagRoute(use)
})
