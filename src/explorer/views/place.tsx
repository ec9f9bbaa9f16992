import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { ask } from '../graph/client.ts'
import { ExplorePlaceDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Figures } from '../parts/count.tsx'
import { Related } from '../parts/related.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty } from '../parts/states.tsx'
import { useTitle } from '../parts/use-title.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.ofThing

export const PlaceView = ({ id }: { id: string }) => {
  const variables = { placeId: id, first }
  const answer = useQuery(ExplorePlaceDocument, variables)
  const place = answer.data?.place
  useTitle(place ? titles.place(place) : undefined)
  const path = `/api/v1/places/${encodeURIComponent(id)}/posts`
  const behind = (
    <ShowQuery
      document={ExplorePlaceDocument}
      variables={variables}
      rest={[
        ['The place', `/api/v1/places/${encodeURIComponent(id)}`],
        ['Posts tagged with it', `${path}?count=${first}`]
      ]}
    />
  )
  return (
    <Loaded answer={answer} of={(data) => data.place} what="place" requested={id} behind={behind}>
      {(place) => (
        <>
          <header class="head">
            <div class="about">
              <p class="kind">Place</p>
              <h1>
                <bdi>{place.name}</bdi>
              </h1>
              {place.address !== null && (
                <p class="handle" dir="auto">
                  {place.address}
                </p>
              )}
              <Figures of={[[place.postsCount === 1 ? 'Post' : 'Posts', place.postsCount]]} />
              <div class="actions">{behind}</div>
            </div>
          </header>
          <Part answer={answer} of={place.posts} field="posts">
            {(posts) => (
              <>
                <Related posts={posts.nodes} />
                <FeedOfPosts
                  id={`place ${id}`}
                  first={posts}
                  listed={{ what: `posts at ${place.name}`, path, each: first }}
                  load={async (after) =>
                    (await ask(ExplorePlaceDocument, { ...variables, after })).place?.posts ?? null
                  }
                >
                  <Empty title="No posts">
                    <p>No post is tagged with this place.</p>
                  </Empty>
                </FeedOfPosts>
              </>
            )}
          </Part>
        </>
      )}
    </Loaded>
  )
}
