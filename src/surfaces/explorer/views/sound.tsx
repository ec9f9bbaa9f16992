import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import {
  ExploreSoundDocument,
  type ExploreSoundQuery,
  ExploreSoundWithoutIdDocument
} from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { soundKind, titles } from '../../views/titles.ts'
import { duration } from '../format.ts'
import { LazyPanel } from '../parts/chart-panel.tsx'
import { Figures } from '../parts/count.tsx'
import { Head } from '../parts/head.tsx'
import { Picture } from '../parts/picture.tsx'
import { Player } from '../parts/player.tsx'
import { rowsOf } from '../parts/take-off.ts'
import { isNumber } from '../route.ts'
import { ThingWithPosts } from './thing.tsx'

const loadUse = async () => (await import('../parts/use-over-time.tsx')).SoundUse

type SoundQuestion = {
  document: TypedDocumentNode<ExploreSoundQuery, SoundQuestion['variables']>
  variables: { first: number; after?: string; soundId?: string; id?: string }
}

/** Of a sound without a platform id, the same is asked by its global id. */
const questionOf = (id: string): SoundQuestion => {
  const first = firstOf.ofThing
  // Both documents select the same of a sound, which the type of a node hides.
  return isNumber(id)
    ? { document: ExploreSoundDocument as SoundQuestion['document'], variables: { soundId: id, first } }
    : { document: ExploreSoundWithoutIdDocument as SoundQuestion['document'], variables: { id, first } }
}

export const SoundView = ({ id }: { id: string }) => {
  const path = isNumber(id) ? `/api/v1/sounds/${encodeURIComponent(id)}` : null
  return (
    <ThingWithPosts
      of="sound"
      id={id}
      {...questionOf(id)}
      titleOf={titles.sound}
      rest={path === null ? [] : [['The sound', path]]}
      path={path && `${path}/posts`}
      inWords="Its posts"
      exportedAs={({ title }) => `posts with ${title ?? 'a sound'}`}
      none="The data contain no posts with this sound."
    >
      {({ title, author, isOriginal, coverUrl, playUrl, durationSeconds, postsCount, posts }, queryButton) => (
        <>
          <Head
            kind={soundKind(isOriginal)}
            name={title ?? 'Untitled sound'}
            picture={<Picture url={coverUrl} alt="" shape="square" isFirst />}
          >
            <p class="row quiet handle">
              <span>
                <bdi>{author ?? 'unknown'}</bdi>
                {durationSeconds ? ` · ${duration(durationSeconds)}` : ''}
              </span>
            </p>
            <Figures of={[[postsCount === 1 ? 'Post' : 'Posts', postsCount]]} />
            <Player url={playUrl} title={title} />
            <div class="row actions">{queryButton}</div>
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
