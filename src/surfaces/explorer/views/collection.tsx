import { ExploreCollectionDocument } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { Figures } from '../parts/count.tsx'
import { Head } from '../parts/head.tsx'
import { PersonLink } from '../parts/people.tsx'
import { Picture } from '../parts/picture.tsx'
import { Related } from '../parts/related.tsx'
import { ThingWithPosts } from './thing.tsx'

export const CollectionView = ({ id }: { id: string }) => {
  const path = `/api/v1/collections/${encodeURIComponent(id)}`
  return (
    <ThingWithPosts
      of="collection"
      id={id}
      document={ExploreCollectionDocument}
      variables={{ collectionId: id, first: firstOf.ofThing }}
      titleOf={titles.collection}
      rest={[['The collection', path]]}
      path={`${path}/posts`}
      inWords="Its posts"
      exportedAs={({ name }) => `posts of ${name ?? 'a collection'}`}
      none="The data contain no posts of this collection."
    >
      {({ name, coverUrl, postsCount, owner, posts }, queryButton) => (
        <>
          <Head
            kind="Collection"
            name={name ?? 'Untitled collection'}
            picture={<Picture url={coverUrl} alt="" name={name ?? ''} shape="square" isFirst />}
          >
            <Figures of={[[postsCount === 1 ? 'Post' : 'Posts', postsCount]]} />
            {owner !== null && <PersonLink person={owner} />}
            <div class="row actions">{queryButton}</div>
          </Head>
          {posts !== null && <Related posts={posts.nodes} />}
        </>
      )}
    </ThingWithPosts>
  )
}
