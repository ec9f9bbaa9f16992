import { duration, fullCount } from '../format.ts'
import { Link } from '../navigation.tsx'
import { soundRoute } from '../route.ts'
import type { ShownColumn } from '../table/column.ts'
import { Table } from '../table/table.tsx'
import { type ListedSound, SoundTitle } from './sounds.tsx'

const columns: readonly ShownColumn<ListedSound>[] = [
  {
    id: 'title',
    title: 'Sound',
    value: ({ title }) => title ?? '',
    cell: (sound) => (
      <Link class="titled" to={soundRoute(sound)}>
        <SoundTitle sound={sound} />
      </Link>
    )
  },
  {
    id: 'duration_seconds',
    title: 'Length',
    value: ({ durationSeconds }) => durationSeconds || null,
    cell: ({ durationSeconds }) => duration(durationSeconds ?? 0),
    isNumber: true
  },
  {
    id: 'posts_count',
    title: 'Posts',
    value: ({ postsCount }) => postsCount ?? null,
    cell: ({ postsCount }) => fullCount(postsCount ?? 0),
    isNumber: true
  }
]

/** Sounds with their lengths and how many posts use them. */
export const SoundTable = ({ sounds }: { sounds: readonly ListedSound[] }) => (
  <Table label="Sounds" columns={columns} rows={sounds} keyOf={({ id }) => id} />
)
