import { useEffect } from 'preact/hooks'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { ask } from '../graph/client.ts'
import { ExploreHashtagDocument, ExploreHashtagNameDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { correct, Link } from '../navigation.tsx'
import { LazyPanel } from '../parts/chart-panel.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty, Loading } from '../parts/states.tsx'
import { rowsOf } from '../parts/take-off.ts'
import { useTitle } from '../parts/use-title.ts'
import { hashtagNameIn } from '../route.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.ofThing

const loadUse = async () => (await import('../parts/use-over-time.tsx')).HashtagUse

const HashtagOfId = ({ id }: { id: string }) => {
  const variables = { hashtagId: id, first }
  const answer = useQuery(ExploreHashtagDocument, variables)
  const hashtag = answer.data?.hashtag
  useTitle(hashtag ? titles.hashtag(hashtag) : undefined)
  const path = `/api/v1/challenges/${encodeURIComponent(id)}/posts`
  const behind = (
    <ShowQuery
      document={ExploreHashtagDocument}
      variables={variables}
      rest={[['Posts of the hashtag', `${path}?count=${first}`]]}
    />
  )
  return (
    <Loaded answer={answer} of={(data) => data.hashtag} what="hashtag" requested={id} behind={behind}>
      {(hashtag) => (
        <>
          <header class="head">
            <div class="about">
              <p class="kind">Hashtag</p>
              <h1>
                <bdi>#{hashtag.name ?? id}</bdi>
              </h1>
              <div class="actions">
                {hashtag.name !== null && (
                  <>
                    <Link class="button" to={{ view: 'search', keyword: hashtag.name, among: 'posts' }}>
                      Search for “<bdi>{hashtag.name}</bdi>”
                    </Link>
                    <Link class="button" to={{ view: 'search', keyword: hashtag.name, among: 'creators' }}>
                      Creators
                    </Link>
                  </>
                )}
                {behind}
              </div>
            </div>
          </header>
          <LazyPanel
            kind="use"
            load={loadUse}
            props={{ id, name: `#${hashtag.name ?? id}`, rows: rowsOf(hashtag.posts) }}
            rows={rowsOf(hashtag.posts)}
          />
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
                  <p>No post has this hashtag.</p>
                </Empty>
              </FeedOfPosts>
            )}
          </Part>
        </>
      )}
    </Loaded>
  )
}

/** A hashtag by name; the URL changes to its id once that is known. */
const HashtagOfName = ({ name }: { name: string }) => {
  const variables = { name }
  const answer = useQuery(ExploreHashtagNameDocument, variables)
  const id = answer.data?.hashtag?.hashtagId ?? null
  useEffect(() => {
    if (id !== null) correct({ view: 'hashtag', id })
  }, [id])
  return (
    <Loaded
      answer={answer}
      // A hashtag without a platform id has no page.
      of={({ hashtag }) => (hashtag?.hashtagId == null ? null : hashtag)}
      what="hashtag"
      byName={{ among: 'posts', hint: 'It may be mistyped, or no post has it.' }}
      requested={name}
      behind={<ShowQuery document={ExploreHashtagNameDocument} variables={variables} rest={[]} />}
    >
      {() => <Loading what="hashtag" />}
    </Loaded>
  )
}

/** `id`: its id, or its name as people write it. */
export const HashtagView = ({ id }: { id: string }) => {
  const name = hashtagNameIn(id)
  return name === null ? <HashtagOfId id={id} /> : <HashtagOfName name={name} />
}
