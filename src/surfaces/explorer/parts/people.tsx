import { Link } from '../navigation.tsx'
import { Count } from './count.tsx'
import { Handle } from './handle.tsx'
import { Verified } from './icons.tsx'
import { ListToggle } from './list-toggle.tsx'
import { Picture } from './picture.tsx'

export type ListedCreator = {
  readonly username: string
  readonly displayName: string | null
  readonly verified?: boolean | null
  readonly avatarThumbUrl?: string | null
  readonly followersCount?: number | null
  readonly bio?: string | null
}

const Face = ({ person }: { person: ListedCreator }) => (
  <Picture url={person.avatarThumbUrl} alt="" name={person.displayName ?? person.username} shape="round" />
)

const Names = ({ person }: { person: ListedCreator }) => (
  <>
    <span class="name">
      <bdi>{person.displayName ?? person.username}</bdi>
      {person.verified && <Verified />}
    </span>
    <span class="quiet">
      <Handle name={person.username} />
    </span>
  </>
)

/** A creator in a row of a table. */
export const PersonTitle = ({ person }: { person: ListedCreator }) => (
  <Link class="titled" to={{ view: 'creator', username: person.username, shows: 'posts' }}>
    <Face person={person} />
    <span class="who">
      <Names person={person} />
    </span>
  </Link>
)

export const PersonLink = ({ person }: { person: ListedCreator }) => (
  <Link class="card person" to={{ view: 'creator', username: person.username, shows: 'posts' }}>
    <Face person={person} />
    <span class="who">
      <Names person={person} />
      {person.bio && (
        <span class="says" dir="auto">
          {person.bio}
        </span>
      )}
    </span>
    {person.followersCount != null && (
      <span class="audience">
        <Count value={person.followersCount} /> <span class="quiet">followers</span>
      </span>
    )}
  </Link>
)

/** A creator, with a link and a button that adds them to the current list. */
export const PersonCard = ({ person }: { person: ListedCreator }) => (
  <div class="person-card">
    <PersonLink person={person} />
    <ListToggle username={person.username} />
  </div>
)

export const People = ({ people }: { people: readonly ListedCreator[] }) => (
  <ul class="people">
    {people.map((person, index) => (
      <li key={`${person.username} ${index}`}>
        <PersonCard person={person} />
      </li>
    ))}
  </ul>
)
