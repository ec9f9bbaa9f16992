import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { ask } from '../graph/client.ts'
import { ExploreCollectionDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Figures } from '../parts/count.tsx'
import { PersonLink } from '../parts/people.tsx'
import { Picture } from '../parts/picture.tsx'
import { Related } from '../parts/related.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty } from '../parts/states.tsx'
import { useTitle } from '../parts/use-title.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.ofThing

export const CollectionView = ({ id }: { id: string }) => {
  const variables = { collectionId: id, first }
  const answer = useQuery(ExploreCollectionDocument, variables)
  const collection = answer.data?.collection
  useTitle(collection ? titles.collection(collection) : undefined)
  const path = `/api/v1/collections/${encodeURIComponent(id)}/posts`
  const behind = (
    <ShowQuery
      document={ExploreCollectionDocument}
      variables={variables}
      rest={[
        ['The collection', `/api/v1/collections/${encodeURIComponent(id)}`],
        ['Its posts', `${path}?count=${first}`]
      ]}
    />
  )
  return (
    <Loaded answer={answer} of={(data) => data.collection} what="collection" requested={id} behind={behind}>
      {(collection) => (
        <>
          <header class="head">
            <Picture url={collection.coverUrl} alt="" name={collection.name} shape="square" isFirst />
            <div class="about">
              <p class="kind">Collection</p>
              <h1>
                <bdi>{collection.name}</bdi>
              </h1>
              <Figures of={[[collection.postsCount === 1 ? 'Post' : 'Posts', collection.postsCount]]} />
              {collection.owner !== null && <PersonLink person={collection.owner} />}
              <div class="actions">{behind}</div>
            </div>
          </header>
          <Part answer={answer} of={collection.posts} field="posts">
            {(posts) => (
              <>
                <Related posts={posts.nodes} />
                <FeedOfPosts
                  id={`collection ${id}`}
                  first={posts}
                  listed={{ what: `posts of ${collection.name}`, path, each: first }}
                  load={async (after) =>
                    (await ask(ExploreCollectionDocument, { ...variables, after })).collection?.posts ?? null
                  }
                >
                  <Empty title="No posts">
                    <p>The posts of this collection are gone.</p>
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
