import type { ExploreFindPostsQuery } from '../../../../built/documents.js'
import { compactCount, duration, firstCharacters, percent, shortDate, signedPercent } from '../format.ts'
import { Link } from '../navigation.tsx'
import { Handle } from '../parts/handle.tsx'
import { Picture } from '../parts/picture.tsx'
import type { ShownColumn } from './column.ts'

/** A post with the numbers that tables show. */
export type PostRow = NonNullable<ExploreFindPostsQuery['posts']>['nodes'][number]

const counts = ['plays', 'likes', 'comments', 'shares', 'saves'] as const

const shownCharacters = 80

export const postColumns: readonly ShownColumn<PostRow>[] = [
  { id: 'post_id', title: 'Post id', value: ({ postId }) => postId, isHidden: true },
  {
    id: 'caption',
    title: 'Post',
    value: ({ caption }) => caption ?? '',
    cell: ({ postId, caption, coverUrl }) => {
      const content = (
        <>
          <Picture url={coverUrl} alt="" shape="square" />
          <span class="small name" dir="auto">
            {caption?.trim() ? firstCharacters(caption, shownCharacters) : <span class="quiet">No caption</span>}
          </span>
        </>
      )
      return postId === null ? (
        <span class="titled">{content}</span>
      ) : (
        <Link class="titled" to={{ view: 'post', id: postId }}>
          {content}
        </Link>
      )
    }
  },
  {
    id: 'author',
    title: 'Creator',
    value: ({ author }) => author?.username ?? null,
    cell: ({ author }) =>
      author !== null && (
        <Link to={{ view: 'creator', username: author.username, shows: 'posts' }}>
          <Handle name={author.username} />
        </Link>
      )
  },
  {
    id: 'created_at',
    title: 'Published',
    meaning: 'In UTC',
    value: ({ createdAt }) => Date.parse(createdAt) / 1_000,
    cell: ({ createdAt }) => shortDate(createdAt),
    isNumber: true
  },
  ...counts.map(
    (id): ShownColumn<PostRow> => ({
      id,
      title: id.charAt(0).toUpperCase() + id.slice(1),
      value: (post) => post[id],
      cell: (post) => compactCount(post[id]),
      isNumber: true
    })
  ),
  {
    id: 'engagement_rate',
    title: 'Engagement',
    meaning: 'Likes, comments and shares for each play',
    value: ({ engagementRate }) => engagementRate,
    cell: ({ engagementRate }) => percent(engagementRate ?? 0),
    isNumber: true
  },
  {
    id: 'growth_week',
    title: 'Growth, 7 days',
    meaning: 'Plays won in the last 7 days, as a part of those before',
    value: ({ growth }) => growth?.plays?.rate ?? null,
    cell: ({ growth }) => signedPercent(growth?.plays?.rate ?? 0),
    isNumber: true
  },
  {
    id: 'duration_seconds',
    title: 'Length',
    value: ({ durationSeconds }) => durationSeconds,
    cell: ({ durationSeconds }) => duration(durationSeconds ?? 0),
    isNumber: true
  },
  {
    id: 'hashtags',
    title: 'Hashtags',
    value: ({ hashtags }) => hashtags.flatMap(({ name }) => name ?? []).join('|'),
    isHidden: true
  },
  { id: 'sound_id', title: 'Sound id', value: ({ sound }) => sound?.soundId ?? null, isHidden: true },
  { id: 'sound_title', title: 'Sound', value: ({ sound }) => sound?.title ?? null, isHidden: true },
  { id: 'is_ad', title: 'Advertisement', value: ({ isAd }) => isAd, isHidden: true }
]
