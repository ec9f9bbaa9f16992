import { ExploreHashtagDocument } from '../../../schema/typed/partial-operations.ts'
import { titles } from '../../views/titles.ts'
import { ask } from '../graph/client.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { Behind } from '../parts/behind.tsx'
import { LifeLater } from '../parts/life-later.tsx'
import { Empty } from '../parts/states.tsx'
import { useTitle } from '../parts/use-title.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './part.tsx'

const first = 24

export const HashtagView = ({ id }: { id: string }) => {
  const variables = { hashtagId: id, first }
  const answer = useQuery(ExploreHashtagDocument, variables)
  const hashtag = answer.data?.hashtag
  useTitle(hashtag ? titles.hashtag(hashtag) : undefined)
  const path = `/api/v1/challenges/${encodeURIComponent(id)}/posts`
  const behind = (
    <Behind
      document={ExploreHashtagDocument}
      variables={variables}
      rest={[['Posts of the hashtag', `${path}?count=${first}`]]}
    />
  )
  return (
    <Loaded answer={answer} of={(data) => data.hashtag} what="hashtag" asked={id} behind={behind}>
      {(hashtag) => (
        <>
          <header class="head">
            <div class="about">
              <p class="kind">Hashtag</p>
              <h1>
                <bdi>#{hashtag.name ?? id}</bdi>
              </h1>
              {hashtag.name !== null && (
                <p class="row">
                  <Link class="button" to={{ view: 'search', keyword: hashtag.name, among: 'posts' }}>
                    Search for “<bdi>{hashtag.name}</bdi>”
                  </Link>
                  <Link class="button" to={{ view: 'search', keyword: hashtag.name, among: 'creators' }}>
                    Creators
                  </Link>
                </p>
              )}
              <div class="actions">{behind}</div>
            </div>
          </header>
          <LifeLater of={{ kind: 'hashtag', id }} total={null} audio={null} />
          <Part answer={answer} of={hashtag.posts} field="posts">
            {(posts) => (
              <FeedOfPosts
                id={`hashtag ${id}`}
                first={posts}
                listed={{ what: `posts of #${hashtag.name ?? id}`, path, each: first }}
                load={async (after) =>
                  (await ask(ExploreHashtagDocument, { ...variables, after })).hashtag?.posts ?? null
                }
              >
                <Empty title="No posts">
                  <p>No post carries this hashtag now.</p>
                </Empty>
              </FeedOfPosts>
            )}
          </Part>
        </>
      )}
    </Loaded>
  )
}
