import { ExploreSomeDocument } from '../../../../built/documents.js'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { People } from '../parts/people.tsx'
import { PostGrid } from '../parts/post-grid.tsx'
import { Rooms } from '../parts/rooms.tsx'
import { type RestCall, ShowQuery } from '../parts/show-query.tsx'
import { Sounds } from '../parts/sounds.tsx'
import { Empty, Loading } from '../parts/states.tsx'
import { Part } from './optional-section.tsx'

/** A letter that matches nearly everything. */
const keyword = 'a'
const variables = { keyword }

const rest: readonly RestCall[] = [
  ['Posts', `/api/v1/search?keyword=${keyword}&count=12`],
  ['Creators', `/api/v1/search/users?keyword=${keyword}&count=6`],
  ['Live rooms', `/api/v1/search/live?keyword=${keyword}&count=6`],
  ['Sounds', '/api/v1/sounds/library?count=6']
]

/** Starting points where no popularity data exist: the results of a search, titled as such. */
export const StartingPoints = () => {
  const asked = useQuery(ExploreSomeDocument, variables)
  // What the source lacks is said above, once.
  const answer = { ...asked, problems: asked.problems.filter(({ code }) => code !== 'UNSUPPORTED') }
  const { data, isLoading } = answer
  if (isLoading) return <Loading what="examples" />
  const { search, soundLibrary } = data ?? {}
  const lists = [search?.users, search?.posts, search?.live, soundLibrary]
  return (
    <>
      <div class="toolbar">
        <ShowQuery document={ExploreSomeDocument} variables={variables} rest={rest} />
      </div>
      <p class="quiet">
        This source has no popularity data and no totals. These are results of a search for “{keyword}”.
      </p>
      {lists.every((list) => list?.nodes.length === 0) && (
        <Empty title="Nothing was found">
          <p>Search for a word, or enter a handle.</p>
        </Empty>
      )}
      <Part answer={answer} of={search?.users?.nodes} field="users">
        {(people) =>
          people.length > 0 && (
            <section aria-labelledby="creators">
              <h2 id="creators">Some creators</h2>
              <People people={people} />
            </section>
          )
        }
      </Part>
      <Part answer={answer} of={search?.posts?.nodes} field="posts">
        {(posts) =>
          posts.length > 0 && (
            <section aria-labelledby="posts">
              <h2 id="posts">Some posts</h2>
              <PostGrid posts={posts} />
            </section>
          )
        }
      </Part>
      <Part answer={answer} of={soundLibrary?.nodes} field="soundLibrary">
        {(sounds) =>
          sounds.length > 0 && (
            <section aria-labelledby="sounds">
              <h2 id="sounds">From the sound library</h2>
              <Sounds sounds={sounds} />
              <p>
                <Link to={{ view: 'sounds', sort: 'hot' }}>The whole sound library</Link>
              </p>
            </section>
          )
        }
      </Part>
      <Part answer={answer} of={search?.live?.nodes} field="live">
        {(rooms) =>
          rooms.length > 0 && (
            <section aria-labelledby="live">
              <h2 id="live">On the air</h2>
              <Rooms rooms={rooms} />
            </section>
          )
        }
      </Part>
    </>
  )
}
