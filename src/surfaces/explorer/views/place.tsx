import { ExplorePlaceDocument } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { Figures } from '../parts/count.tsx'
import { Head } from '../parts/head.tsx'
import { Related } from '../parts/related.tsx'
import { ThingWithPosts } from './thing.tsx'

export const PlaceView = ({ id }: { id: string }) => {
  const path = `/api/v1/places/${encodeURIComponent(id)}`
  return (
    <ThingWithPosts
      of="place"
      id={id}
      document={ExplorePlaceDocument}
      variables={{ placeId: id, first: firstOf.ofThing }}
      titleOf={titles.place}
      rest={[['The place', path]]}
      path={`${path}/posts`}
      inWords="Posts tagged with it"
      exportedAs={({ name }) => `posts at ${name ?? 'a place'}`}
      none="The data contain no posts tagged with this place."
    >
      {({ name, address, postsCount, posts }, queryButton) => (
        <>
          <Head kind="Place" name={name ?? id}>
            {address !== null && (
              <p class="row quiet handle" dir="auto">
                {address}
              </p>
            )}
            <Figures of={[[postsCount === 1 ? 'Post' : 'Posts', postsCount]]} />
            <div class="row actions">{queryButton}</div>
          </Head>
          {posts !== null && <Related posts={posts.nodes} />}
        </>
      )}
    </ThingWithPosts>
  )
}
