import type { ComponentChildren } from 'preact'
import type { ExploreCreatorQuery } from '../../../../built/documents.js'
import { parseUrl } from '../../../records/identifiers.ts'
import { originNames } from '../format.ts'
import { Link } from '../navigation.tsx'
import { Clamped } from '../parts/clamped.tsx'
import { Figures } from '../parts/count.tsx'
import { Handle } from '../parts/handle.tsx'
import { Verified } from '../parts/icons.tsx'
import { ListToggle } from '../parts/list-toggle.tsx'
import { Picture } from '../parts/picture.tsx'

type Creator = NonNullable<ExploreCreatorQuery['user']>

/** A link from a profile, only for http and https URLs. */
const Website = ({ url }: { url: string }) => {
  const parsed = parseUrl(url)
  const isWeb = parsed !== null && /^https?:$/.test(parsed.protocol)
  return isWeb ? (
    <a href={parsed.href} rel="noopener noreferrer nofollow" target="_blank">
      {parsed.host}
      {parsed.pathname === '/' ? '' : parsed.pathname}
    </a>
  ) : (
    <span>{url}</span>
  )
}

const Origin = ({ names }: { names: readonly (string | undefined)[] }) => {
  const known = names.filter((name) => name !== undefined)
  return known.length === 0 ? null : <p class="quiet">{known.join(' · ')}</p>
}

/** `actions`: further small buttons. */
export const CreatorHead = ({ creator, actions }: { creator: Creator; actions: ComponentChildren }) => (
  <header class="head">
    <Picture url={creator.avatarUrl} alt="" name={creator.displayName ?? creator.username} shape="round" isFirst />
    <div class="about">
      <h1>
        <bdi>{creator.displayName ?? creator.username}</bdi>
        {creator.verified && <Verified />}
      </h1>
      <p class="row quiet handle">
        <span>
          <Handle name={creator.username} />
        </span>
        {creator.isPrivate && <span class="flag">Private</span>}
        {creator.liveRoom !== null && (
          <Link class="flag live" to={{ view: 'live', id: creator.liveRoom.roomId }}>
            Live now
          </Link>
        )}
      </p>
      <div class="stack aside">
        <Figures
          of={[
            ['Followers', creator.followersCount],
            ['Following', creator.followingCount],
            ['Likes', creator.totalLikes],
            ['Posts', creator.totalVideos]
          ]}
        />
        <div class="row actions">
          <ListToggle username={creator.username} size="worded" />
          {!creator.isPrivate && (
            <button type="button" class="button" onClick={() => print()}>
              Print
            </button>
          )}
          {actions}
        </div>
      </div>
      {creator.bio && <Clamped key={creator.username} text={creator.bio} />}
      <Origin names={originNames(creator)} />
      {creator.websiteUrl && (
        <p>
          <Website url={creator.websiteUrl} />
        </p>
      )}
    </div>
  </header>
)
