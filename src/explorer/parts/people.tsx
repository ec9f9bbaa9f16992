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

export const PersonLink = ({ person }: { person: ListedCreator }) => (
  <Link class="person" to={{ view: 'creator', username: person.username, shows: 'posts' }}>
    <Picture url={person.avatarThumbUrl} alt="" name={person.displayName ?? person.username} shape="round" />
    <span class="who">
      <span class="name">
        <bdi>{person.displayName ?? person.username}</bdi>
        {person.verified && <Verified />}
      </span>
      <span class="quiet">
        <Handle name={person.username} />
      </span>
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

/** Creators ranked by followers, with bars relative to the first. */
export const RankedPeople = ({ people }: { people: readonly ListedCreator[] }) => {
  const most = people[0]?.followersCount || 1
  return (
    <ol class="people ranked-people">
      {people.map((person) => (
        <li key={person.username} style={{ '--share': (person.followersCount ?? 0) / most }}>
          <PersonCard person={person} />
        </li>
      ))}
    </ol>
  )
}

export const People = ({ people }: { people: readonly ListedCreator[] }) => (
  <ul class="people">
    {people.map((person, index) => (
      <li key={`${person.username} ${index}`}>
        <PersonCard person={person} />
      </li>
    ))}
  </ul>
)
