import { counted } from '../format.ts'
import { Link } from '../navigation.tsx'
import { Picture } from './picture.tsx'
import { TitleLine } from './title-line.tsx'

type CollectionTile = {
  readonly collectionId: string
  readonly name: string | null
  readonly postsCount: number | null
  readonly coverUrl: string | null
}

type CollectionsProps = { username: string; collections: readonly CollectionTile[] }

export const Collections = ({ username, collections }: CollectionsProps) => (
  <section aria-labelledby="collections">
    <TitleLine
      id="collections"
      title="Collections"
      exported={{
        what: `collections of @${username}`,
        rows: {
          from: 'list',
          path: `/api/v1/users/${encodeURIComponent(username)}/playlist`,
          shown: collections.length
        }
      }}
    />
    <ul class="people">
      {collections.map(({ collectionId, name, postsCount, coverUrl }) => (
        <li key={collectionId}>
          <Link class="card person" to={{ view: 'collection', id: collectionId }}>
            <Picture url={coverUrl} alt="" name={name ?? ''} shape="square" />
            <span class="who">
              <span class="name">
                <bdi>{name ?? 'Untitled collection'}</bdi>
              </span>
              {postsCount !== null && <span class="quiet">{counted(postsCount, 'post', 'posts')}</span>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
