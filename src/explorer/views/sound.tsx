import { useState } from 'preact/hooks'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { duration } from '../format.ts'
import { ask } from '../graph/client.ts'
import { ExploreSoundDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Figures } from '../parts/count.tsx'
import { LazyTimeline } from '../parts/lazy-timeline.tsx'
import { Picture } from '../parts/picture.tsx'
import { Player } from '../parts/player.tsx'
import { RiseDay } from '../parts/rise-day.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Empty } from '../parts/states.tsx'
import { useTitle } from '../parts/use-title.ts'
import type { Rise } from '../timeline/rise.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './optional-section.tsx'

const first = firstOf.ofThing

export const SoundView = ({ id }: { id: string }) => {
  const variables = { soundId: id, first }
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  const [rise, setRise] = useState<Rise | null>(null)
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
              <p class="kind">
                {sound.isOriginal ? 'Original sound' : 'Licensed track'} <RiseDay rise={rise} />
              </p>
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
              <Player url={sound.playUrl} title={sound.title} onAudio={setAudio} />
              <div class="actions">{behind}</div>
            </div>
          </header>
          <LazyTimeline
            of={{ kind: 'sound', id }}
            name={sound.title ?? 'a sound'}
            total={sound.postsCount}
            audio={audio}
            onRise={setRise}
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
