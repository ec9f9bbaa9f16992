import type { Accounts } from './accounts.ts'
import { differing, merge, place } from './merge.ts'
import type { MergeStore, RoomWrite } from './merge-store.ts'
import type { Observations } from './observe.ts'
import { count, type Tally } from './tally.ts'

const streamer = place('live_rooms', 'streamer')
const isStale = differing('live_rooms', ['title', 'status', 'viewer_count', 'streamer'])

export const mergeRooms = async (
  store: MergeStore,
  observations: Observations,
  { pks }: Accounts,
  tally: Tally
): Promise<void> => {
  const known = await store.rooms([...observations.rooms.keys()])
  const rows: RoomWrite[] = []
  const stale: number[] = []
  for (const [id, state] of observations.rooms) {
    const merged = merge(state, known.get(id))
    const { stored, before, isNew, isChanged } = merged
    const pk = stored?.pk ?? store.nextPk('live_rooms')
    count(tally, 'live_rooms', merged)
    if (!merged.isWritten) continue
    const formerPk = stored?.userPk ?? null
    const who = merged.state.values[streamer] ?? null
    // An observed streamer is among the found accounts; otherwise it is unchanged.
    const userPk = who === before?.[streamer] ? formerPk : pks.get(String(who))
    rows.push({ pk, id, state: merged.state, isNew, isChanged, userPk: userPk ?? 0, formerPk })
    if (isStale(merged)) stale.push(pk)
  }
  await store.writeRooms(rows)
  await store.noteStale('live_rooms', stale)
}
