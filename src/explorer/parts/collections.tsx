import { counted } from '../format.ts'
import { Link } from '../navigation.tsx'
import { Picture } from './picture.tsx'

type CollectionTile = {
  readonly collectionId: string
  readonly name: string
  readonly postsCount: number
  readonly coverUrl: string | null
}

export const Collections = ({ collections }: { collections: readonly CollectionTile[] }) => (
  <section aria-labelledby="collections">
    <h2 id="collections">Collections</h2>
    <ul class="people">
      {collections.map(({ collectionId, name, postsCount, coverUrl }) => (
        <li key={collectionId}>
          <Link class="person" to={{ view: 'collection', id: collectionId }}>
            <Picture url={coverUrl} alt="" name={name} shape="square" />
            <span class="who">
              <span class="name">
                <bdi>{name}</bdi>
              </span>
              <span class="quiet">{counted(postsCount, 'post', 'posts')}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
