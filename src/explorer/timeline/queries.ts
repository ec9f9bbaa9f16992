import { askAtCost } from '../graph/client.ts'
import { ExploreAudiencesDocument, ExploreHashtagLifeDocument, ExploreSoundLifeDocument } from '../graph/documents.ts'
import type { CodeProps } from '../parts/code.tsx'
import type { Audiences, Questions } from './post-loader.ts'

/** A sound or hashtag with a timeline, by id. */
export type Living = { kind: 'sound' | 'hashtag'; id: string }

/** The query and the REST call behind a timeline. */
export const askedOf = ({ kind, id }: Living): CodeProps => {
  const path = kind === 'sound' ? 'sounds' : 'challenges'
  return {
    ...(kind === 'sound'
      ? { document: ExploreSoundLifeDocument, variables: { soundId: id, first } }
      : { document: ExploreHashtagLifeDocument, variables: { hashtagId: id, first } }),
    rest: [['Its posts, page by page', `/api/v1/${path}/${encodeURIComponent(id)}/posts?count=${first}`]]
  }
}

/** The maximum page size: each page also pays for the look-up of the object. */
const first = 50

const audiences = async (usernames: readonly string[]) => {
  const { data, points } = await askAtCost(ExploreAudiencesDocument, { usernames: [...usernames] })
  const told: Audiences = new Map(
    (data.users ?? []).flatMap((user) => (user ? [[user.username, user.followersCount]] : []))
  )
  return { data: told, points }
}

/** The queries for the timeline of a sound or a hashtag. */
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
