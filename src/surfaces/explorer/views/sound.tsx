import { ExploreSoundDocument } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { duration } from '../format.ts'
import { LazyPanel } from '../parts/chart-panel.tsx'
import { Figures } from '../parts/count.tsx'
import { Head } from '../parts/head.tsx'
import { Picture } from '../parts/picture.tsx'
import { Player } from '../parts/player.tsx'
import { rowsOf } from '../parts/take-off.ts'
import { ThingWithPosts } from './thing.tsx'

const loadUse = async () => (await import('../parts/use-over-time.tsx')).SoundUse

export const SoundView = ({ id }: { id: string }) => {
  const path = `/api/v1/sounds/${encodeURIComponent(id)}`
  return (
    <ThingWithPosts
      of="sound"
      id={id}
      document={ExploreSoundDocument}
      variables={{ soundId: id, first: firstOf.ofThing }}
      titleOf={titles.sound}
      rest={[['The sound', path]]}
      path={`${path}/posts`}
      inWords="Its posts"
      exportedAs={({ title }) => `posts with ${title ?? 'a sound'}`}
      none="No post uses this sound any more."
    >
      {({ title, author, isOriginal, coverUrl, playUrl, durationSeconds, postsCount, posts }, behind) => (
        <>
          <Head
            kind={isOriginal ? 'Original sound' : 'Licensed track'}
            name={title ?? 'Untitled sound'}
            picture={<Picture url={coverUrl} alt="" shape="square" isFirst />}
          >
            <p class="handle">
              <span>
                <bdi>{author ?? 'unknown'}</bdi>
                {durationSeconds ? ` · ${duration(durationSeconds)}` : ''}
              </span>
            </p>
            <Figures of={[[postsCount === 1 ? 'Post' : 'Posts', postsCount]]} />
            <Player url={playUrl} title={title} />
            <div class="actions">{behind}</div>
          </Head>
          <LazyPanel
            kind="use"
            load={loadUse}
            props={{ id, name: title ?? 'a sound', rows: rowsOf(posts) }}
            rows={rowsOf(posts)}
          />
        </>
      )}
    </ThingWithPosts>
  )
}
