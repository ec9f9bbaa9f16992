import type { ComponentChildren } from 'preact'
import { counted, duration } from '../format.ts'
import { Link } from '../navigation.tsx'
import { type LinkedSound, soundRoute } from '../route.ts'
import { Picture } from './picture.tsx'

export type ListedSound = LinkedSound & {
  readonly title: string | null
  readonly author: string | null
  readonly coverUrl?: string | null
  readonly durationSeconds?: number | null
  readonly postsCount?: number | null
}

type SoundTitleProps = {
  sound: ListedSound
  /** Shown after the author. */
  more?: string
  /** Shown below. */
  children?: ComponentChildren
}

/** A sound's cover, title and author. */
export const SoundTitle = ({ sound, more, children }: SoundTitleProps) => (
  <>
    <Picture url={sound.coverUrl} alt="" shape="square" />
    <span class="who">
      <span class="name">
        <bdi>{sound.title ?? 'Untitled sound'}</bdi>
      </span>
      <span class="quiet">
        <bdi>{sound.author ?? 'unknown'}</bdi>
        {more}
      </span>
      {children}
    </span>
  </>
)

const Row = ({ sound }: { sound: ListedSound }) => {
  const length = sound.durationSeconds ? ` · ${duration(sound.durationSeconds)}` : ''
  const posts = sound.postsCount != null ? ` · ${counted(sound.postsCount, 'post', 'posts')}` : ''
  return <SoundTitle sound={sound} more={length + posts} />
}

/** A sound as a link to its page. */
export const SoundLink = ({ sound }: { sound: ListedSound }) => (
  <Link class="card person" to={soundRoute(sound)}>
    <Row sound={sound} />
  </Link>
)

export const Sounds = ({ sounds }: { sounds: readonly ListedSound[] }) => (
  <ul class="people">
    {sounds.map((sound, index) => (
      <li key={`${sound.id} ${index}`}>
        <SoundLink sound={sound} />
      </li>
    ))}
  </ul>
)
