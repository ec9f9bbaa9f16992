import { askAtCost } from '../graph/client.ts'
import { ExploreAudiencesDocument, ExploreHashtagLifeDocument, ExploreSoundLifeDocument } from '../graph/documents.ts'
import type { CodeProps } from '../parts/code.tsx'
import type { Audiences, Questions } from './post-loader.ts'

/** What has a life, with its id. */
export type Living = { kind: 'sound' | 'hashtag'; id: string }

/** Where a life comes from, as the query and the call behind it. */
export const askedOf = ({ kind, id }: Living): CodeProps => {
  const path = kind === 'sound' ? 'sounds' : 'challenges'
  return {
    ...(kind === 'sound'
      ? { document: ExploreSoundLifeDocument, variables: { soundId: id, first } }
      : { document: ExploreHashtagLifeDocument, variables: { hashtagId: id, first } }),
    rest: [['Its posts, page by page', `/api/v1/${path}/${encodeURIComponent(id)}/posts?count=${first}`]]
  }
}

/** As many as one page of these connections may have: the fewer pages, the less the way to the thing is paid for. */
const first = 50

const audiences = async (usernames: readonly string[]) => {
  const { data, points } = await askAtCost(ExploreAudiencesDocument, { usernames: [...usernames] })
  const told: Audiences = new Map(
    (data.users ?? []).flatMap((user) => (user ? [[user.username, user.followersCount]] : []))
  )
  return { data: told, points }
}

/** How the life of a sound or a hashtag is asked for. */
export const questionsOf = ({ kind, id }: Living): Questions => ({
  audiences,
  page: async (after) => {
    if (kind === 'sound') {
      const { data, points } = await askAtCost(ExploreSoundLifeDocument, { soundId: id, first, after })
      return { data: data.sound?.posts ?? null, points }
    }
    const { data, points } = await askAtCost(ExploreHashtagLifeDocument, { hashtagId: id, first, after })
    return { data: data.hashtag?.posts ?? null, points }
  }
})
