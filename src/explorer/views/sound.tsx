import { ExploreSoundDocument } from '../../../schema/typed/partial-operations.ts'
import { duration } from '../format.ts'
import { ask } from '../graph/client.ts'
import { useQuery } from '../graph/use-query.ts'
import { Behind } from '../parts/behind.tsx'
import { Figures } from '../parts/count.tsx'
import { Picture } from '../parts/picture.tsx'
import { Player } from '../parts/player.tsx'
import { Empty } from '../parts/states.tsx'
import { useTitle } from '../parts/use-title.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './part.tsx'

const first = 24

export const SoundView = ({ id }: { id: string }) => {
  const variables = { soundId: id, first }
  const answer = useQuery(ExploreSoundDocument, variables)
  const sound = answer.data?.sound
  useTitle(sound?.title ?? 'Sound')
  return (
    <>
      <Behind
        document={ExploreSoundDocument}
        variables={variables}
        rest={[
          ['The sound', `/api/v1/sounds/${encodeURIComponent(id)}`],
          ['Its posts', `/api/v1/sounds/${encodeURIComponent(id)}/posts?count=${first}`]
        ]}
      />
      <Loaded answer={answer} of={(data) => data.sound} what="sound" asked={id}>
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
                  <bdi>{sound.author ?? 'unknown'}</bdi>
                  {sound.durationSeconds ? ` · ${duration(sound.durationSeconds)}` : ''}
                </p>
                <Figures of={[['Posts', sound.postsCount]]} />
                <Player url={sound.playUrl} title={sound.title} />
              </div>
            </header>
            <Part answer={answer} of={sound.posts} field="posts">
              {(posts) => (
                <FeedOfPosts
                  id={`sound ${id}`}
                  first={posts}
                  load={async (after) =>
                    (await ask(ExploreSoundDocument, { ...variables, after })).sound?.posts ?? null
                  }
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
    </>
  )
}
