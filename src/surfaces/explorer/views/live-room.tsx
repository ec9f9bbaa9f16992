import { ExploreLiveRoomDocument } from '../../../../built/documents.js'
import { titles } from '../../views/titles.ts'
import { Figures } from '../parts/count.tsx'
import { Head } from '../parts/head.tsx'
import { PersonCard } from '../parts/people.tsx'
import { Picture } from '../parts/picture.tsx'
import { PostGrid } from '../parts/post-grid.tsx'
import { TitleLine } from '../parts/title-line.tsx'
import { Part } from './optional-section.tsx'
import { Thing } from './thing.tsx'

const statuses = { LIVE: 'Live', PAUSED: 'Paused', ENDED: 'Ended' } as const

const postsOf = (username: string) => `/api/v1/users/${encodeURIComponent(username)}/posts`

export const LiveRoomView = ({ id }: { id: string }) => (
  <Thing
    of="liveRoom"
    what="live room"
    id={id}
    document={ExploreLiveRoomDocument}
    variables={{ roomId: id }}
    titleOf={titles.live}
    restOf={(room) => [
      ['The room', `/api/v1/live/${encodeURIComponent(id)}`],
      ...(room?.streamer == null
        ? []
        : ([['The streamer’s posts', `${postsOf(room.streamer.username)}?count=12`]] as const))
    ]}
  >
    {({ title, status, isLive, viewerCount, likeCount, streamer }, queryButton, answer) => (
      <>
        <Head
          kind={
            <>
              Live room{' '}
              <span class={`flag ${isLive ? 'live' : ''}`}>{status === null ? 'State unknown' : statuses[status]}</span>
            </>
          }
          name={title || 'Live room without title'}
          picture={
            streamer !== null && (
              <Picture
                url={streamer.avatarUrl}
                alt=""
                name={streamer.displayName ?? streamer.username}
                shape="round"
                isFirst
              />
            )
          }
        >
          <div class="stack aside">
            <Figures
              of={[
                ['Watching', viewerCount],
                ['Likes', likeCount]
              ]}
            />
            <div class="row actions">{queryButton}</div>
          </div>
        </Head>
        {streamer !== null && (
          <section aria-labelledby="streamer">
            <h2 id="streamer">On the air</h2>
            <PersonCard person={{ ...streamer, avatarThumbUrl: streamer.avatarUrl }} />
          </section>
        )}
        <Part answer={answer} of={streamer?.posts?.nodes} field="posts">
          {(posts) =>
            posts.length > 0 && (
              <section aria-labelledby="latest">
                <TitleLine
                  id="latest"
                  title="Latest posts of the streamer"
                  exported={{
                    what: `posts of @${streamer?.username}`,
                    rows: {
                      from: 'list',
                      path: postsOf(streamer?.username ?? ''),
                      perPage: posts.length,
                      shown: posts.length
                    }
                  }}
                />
                <PostGrid posts={posts} showsAuthor={false} />
              </section>
            )
          }
        </Part>
      </>
    )}
  </Thing>
)
