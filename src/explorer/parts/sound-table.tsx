import { duration, fullCount } from '../format.ts'
import { Link } from '../navigation.tsx'
import { type ListedSound, SoundTitle } from './sounds.tsx'

type SoundTableProps = {
  sounds: readonly ListedSound[]
  /** Whether they are in order of use, so that ranks have a meaning. */
  isRanked: boolean
}

/** A table of sounds with comparable numbers. */
export const SoundTable = ({ sounds, isRanked }: SoundTableProps) => {
  const most = Math.max(1, ...sounds.map(({ postsCount }) => postsCount ?? 0))
  return (
    <table class="ranking">
      <thead>
        <tr>
          {isRanked && (
            <th scope="col" class="rank">
              <abbr title="Rank">#</abbr>
            </th>
          )}
          <th scope="col">Sound</th>
          <th scope="col" class="length">
            Length
          </th>
          <th scope="col" class="count">
            Posts
          </th>
        </tr>
      </thead>
      <tbody>
        {sounds.map((sound, index) => {
          const title = <SoundTitle sound={sound} />
          return (
            <tr key={`${sound.soundId} ${index}`}>
              {isRanked && <td class="rank">{index + 1}</td>}
              <th scope="row">
                {sound.soundId === null ? (
                  <span class="titled">{title}</span>
                ) : (
                  <Link class="titled" to={{ view: 'sound', id: sound.soundId }}>
                    {title}
                  </Link>
                )}
              </th>
              <td class="length">{sound.durationSeconds ? duration(sound.durationSeconds) : '–'}</td>
              <td class="count" style={{ '--share': (sound.postsCount ?? 0) / most }}>
                {sound.postsCount == null ? '–' : fullCount(sound.postsCount)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
