import { counted, firstCharacters, shortDate } from '../format.ts'
import { Link } from '../navigation.tsx'
import { bestAndWeakest, type Ranked } from './post-figures.ts'

const shownPosts = 3
/** Captions can have thousands of characters; two lines are shown. */
const shownCharacters = 120

type ShownPost = {
  readonly postId: string | null
  readonly caption: string | null
  readonly createdAt: string
  readonly plays: number | null
}

/** A multiple of the usual plays; one that rounds to 0 is shown as small. */
const timesText = (times: number): string => (times < 0.05 ? '<0.1×' : `${times.toFixed(times < 10 ? 1 : 0)}×`)

const Line = ({ ranked: { post, times } }: { ranked: Ranked<ShownPost> }) => {
  const caption = <span dir="auto">{firstCharacters(post.caption?.trim() ?? '', shownCharacters) || 'No caption'}</span>
  return (
    <li>
      <strong>{times === null ? '–' : timesText(times)}</strong>
      <span>
        {post.postId === null ? caption : <Link to={{ view: 'post', id: post.postId }}>{caption}</Link>}
        <span class="quiet small">
          {counted(post.plays, 'play', 'plays')}, {shortDate(post.createdAt)}
        </span>
      </span>
    </li>
  )
}

export const RankedPosts = ({ ranked }: { ranked: readonly Ranked<ShownPost>[] }) => (
  <ol class="stack">
    {ranked.map((rankedPost, index) => (
      <Line key={rankedPost.post.postId ?? index} ranked={rankedPost} />
    ))}
  </ol>
)

/** The posts with the most and the fewest plays, each relative to the creator's median. */
export const BestAndWeakest = ({ posts }: { posts: readonly ShownPost[] }) => {
  const { best, weakest } = bestAndWeakest(posts, shownPosts)
  return (
    <div class="stack ranked">
      <h4>Best</h4>
      <RankedPosts ranked={best} />
      {weakest.length > 0 && (
        <>
          <h4>Weakest</h4>
          <RankedPosts ranked={weakest} />
        </>
      )}
    </div>
  )
}
