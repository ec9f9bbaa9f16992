import { Link } from '../navigation.tsx'
import { Count } from './count.tsx'
import { Picture } from './picture.tsx'

export type Room = {
  readonly roomId: string
  readonly title: string | null
  readonly viewerCount: number | null
  readonly isLive: boolean | null
  readonly coverUrl: string | null
  readonly streamer: { readonly username: string; readonly displayName: string | null } | null
}

export const Rooms = ({ rooms }: { rooms: readonly Room[] }) => (
  <ul class="grid">
    {rooms.map((room, index) => (
      <li key={`${room.roomId} ${index}`}>
        <article class="tile">
          <Link class="way" to={{ view: 'live', id: room.roomId }}>
            <span class="cover">
              <Picture url={room.coverUrl} alt="" shape="tall" />
              {room.isLive && <span class="flag live">Live</span>}
              <span class="over">
                {room.viewerCount !== null && (
                  <span>
                    <Count value={room.viewerCount} /> watching
                  </span>
                )}
              </span>
            </span>
            <span class="caption" dir="auto">
              {room.title || <span class="quiet">No title</span>}
            </span>
          </Link>
          {room.streamer !== null && (
            <p class="by">
              <Link to={{ view: 'creator', username: room.streamer.username, shows: 'posts' }}>
                <bdi>{room.streamer.username}</bdi>
              </Link>
            </p>
          )}
        </article>
      </li>
    ))}
  </ul>
)
