import { Link } from '../navigation.tsx'
import type { Route } from '../route.ts'

export type Chip = { text: string; to: Route | null }

/** Short ways on, side by side. */
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

/** A hashtag leads to its page, or to a search for its name where it has no page. */
export const hashtagChip = ({ hashtagId, name }: { hashtagId: string | null; name: string | null }): Chip => ({
  text: `#${name ?? hashtagId ?? '?'}`,
  to:
    hashtagId !== null
      ? { view: 'hashtag', id: hashtagId }
      : name !== null
        ? { view: 'search', keyword: name, among: 'posts' }
        : null
})
