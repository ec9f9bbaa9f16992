import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { duration } from '../format.ts'
import { ask } from '../graph/client.ts'
import { ExploreSoundDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { LazyPanel } from '../parts/chart-panel.tsx'
import { Figures } from '../parts/count.tsx'
import { Picture } from '../parts/picture.tsx'
import { Player } from '../parts/player.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty } from '../parts/states.tsx'
import { rowsOf } from '../parts/take-off.ts'
import { useTitle } from '../parts/use-title.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.ofThing

const loadUse = async () => (await import('../parts/use-over-time.tsx')).SoundUse

export const SoundView = ({ id }: { id: string }) => {
  const variables = { soundId: id, first }
  const answer = useQuery(ExploreSoundDocument, variables)
  const sound = answer.data?.sound
  useTitle(sound ? titles.sound(sound) : undefined)
  const path = `/api/v1/sounds/${encodeURIComponent(id)}/posts`
  const behind = (
    <ShowQuery
      document={ExploreSoundDocument}
      variables={variables}
      rest={[
        ['The sound', `/api/v1/sounds/${encodeURIComponent(id)}`],
        ['Its posts', `${path}?count=${first}`]
      ]}
    />
  )
  return (
    <Loaded answer={answer} of={(data) => data.sound} what="sound" requested={id} behind={behind}>
      {(sound) => (
        <>
          <header class="head">
            <Picture url={sound.coverUrl} alt="" shape="square" isFirst />
            <div class="about">
              <p class="kind">{sound.isOriginal ? 'Original sound' : 'Licensed track'}</p>
              <h1>
                <bdi>{sound.title ?? 'Untitled sound'}</bdi>
              </h1>
              <p class="handle">
                <span>
                  <bdi>{sound.author ?? 'unknown'}</bdi>
                  {sound.durationSeconds ? ` · ${duration(sound.durationSeconds)}` : ''}
                </span>
              </p>
              <Figures of={[[sound.postsCount === 1 ? 'Post' : 'Posts', sound.postsCount]]} />
              <Player url={sound.playUrl} title={sound.title} />
              <div class="actions">{behind}</div>
            </div>
          </header>
          <LazyPanel
            kind="use"
            load={loadUse}
            props={{ id, name: sound.title ?? 'a sound', rows: rowsOf(sound.posts) }}
            rows={rowsOf(sound.posts)}
          />
          <Part answer={answer} of={sound.posts} field="posts">
            {(posts) => (
              <FeedOfPosts
                id={`sound ${id}`}
                first={posts}
                listed={{ what: `posts with ${sound.title ?? 'a sound'}`, path, each: first }}
                load={async (after) => (await ask(ExploreSoundDocument, { ...variables, after })).sound?.posts ?? null}
              >
                <Empty title="No posts">
                  <p>No post uses this sound any more.</p>
                </Empty>
              </FeedOfPosts>
            )}
          </Part>
        </>
      )}
    </Loaded>
  )
}
