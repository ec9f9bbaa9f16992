import { Link } from '../navigation.tsx'
import { Handle } from '../parts/handle.tsx'
import { BackIcon, CrossIcon, OnIcon, Verified } from '../parts/icons.tsx'
import { Picture } from '../parts/picture.tsx'
import { ShortlistToggle } from '../parts/shortlist-toggle.tsx'
import type { Compared } from './compared.ts'

type HeadProps = {
  compared: Compared
  /** Null for the first and the last column. */
  toLeft: (() => void) | null
  toRight: (() => void) | null
  remove: () => void
}

/** The creator of a column, with the actions on it. */
export const ColumnHead = ({ compared: { name, creator, lacks }, toLeft, toRight, remove }: HeadProps) => (
  <th scope="col" class="column-head">
    <Picture url={creator?.avatarThumbUrl} alt="" name={creator?.displayName ?? name} shape="round" isFirst />
    <span class="name">
      {creator === null ? (
        <bdi>{name}</bdi>
      ) : (
        <Link to={{ view: 'creator', username: creator.username, shows: 'posts' }}>
          <bdi>{creator.displayName ?? creator.username}</bdi>
        </Link>
      )}
      {creator?.verified && <Verified />}
    </span>
    <span class="quiet handle">
      <Handle name={creator?.username ?? name} />
    </span>
    {lacks !== null && <span class="lacks">{lacks}</span>}
    <span class="acts">
      <button
        type="button"
        class="sign"
        aria-label={`Move @${name} to the left`}
        aria-disabled={toLeft === null}
        onClick={() => toLeft?.()}
      >
        <BackIcon />
      </button>
      <button
        type="button"
        class="sign"
        aria-label={`Move @${name} to the right`}
        aria-disabled={toRight === null}
        onClick={() => toRight?.()}
      >
        <OnIcon />
      </button>
      <ShortlistToggle username={name} />
      <button type="button" class="sign" aria-label={`Remove @${name} from the comparison`} onClick={remove}>
        <CrossIcon />
      </button>
    </span>
  </th>
)
