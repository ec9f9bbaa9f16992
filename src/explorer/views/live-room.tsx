import { titles } from '../../views/titles.ts'
import { ExploreLiveRoomDocument } from '../graph/documents.ts'
import { useQuery } from '../graph/use-query.ts'
import { Figures } from '../parts/count.tsx'
import { PersonCard } from '../parts/people.tsx'
import { Picture } from '../parts/picture.tsx'
import { PostGrid } from '../parts/post-grid.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { TitleLine } from '../parts/title-line.tsx'
import { useTitle } from '../parts/use-title.ts'
import { Loaded } from './loaded.tsx'
import { Part } from './optional-section.tsx'

const statuses: Readonly<Record<number, string>> = { 2: 'Live', 3: 'Paused', 4: 'Ended' }

export const LiveRoomView = ({ id }: { id: string }) => {
  const variables = { roomId: id }
  const answer = useQuery(ExploreLiveRoomDocument, variables)
  const room = answer.data?.liveRoom
  useTitle(room ? titles.live(room) : undefined)
  const behind = (
    <ShowQuery
      document={ExploreLiveRoomDocument}
      variables={variables}
      rest={[
        ['The room', `/api/v1/live/${encodeURIComponent(id)}`],
        ...(answer.data?.liveRoom?.streamer == null
          ? []
          : ([
              [
                'The streamer’s posts',
                `/api/v1/users/${encodeURIComponent(answer.data.liveRoom.streamer.username)}/posts?count=12`
              ]
            ] as const))
      ]}
    />
  )
  return (
    <Loaded answer={answer} of={({ liveRoom }) => liveRoom} what="live room" requested={id} behind={behind}>
      {({ title, status, isLive, viewerCount, likeCount, streamer }) => (
        <>
          <header class="head">
            {streamer !== null && (
              <Picture
                url={streamer.avatarUrl}
                alt=""
                name={streamer.displayName ?? streamer.username}
                shape="round"
                isFirst
              />
            )}
            <div class="about">
              <p class="kind">
                Live room{' '}
                <span class={`flag ${isLive ? 'live' : ''}`}>{statuses[status ?? 0] ?? `Status ${status}`}</span>
              </p>
              <h1 dir="auto">{title || 'Live room without title'}</h1>
              <div class="aside">
                <Figures
                  of={[
                    ['Watching', viewerCount],
                    ['Likes', likeCount]
                  ]}
                />
                <div class="actions">{behind}</div>
              </div>
            </div>
          </header>
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
                        path: `/api/v1/users/${encodeURIComponent(streamer?.username ?? '')}/posts`,
                        each: posts.length,
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
    </Loaded>
  )
}
