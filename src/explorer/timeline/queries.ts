import { ask } from '../graph/client.ts'
import { ExploreAudiencesDocument, ExploreHashtagLifeDocument, ExploreSoundLifeDocument } from '../graph/documents.ts'
import type { CodeProps } from '../parts/code.tsx'
import type { Audiences, TimelineQueries } from './post-loader.ts'

/** A sound or hashtag with a timeline, by id. */
export type TimelineSource = { kind: 'sound' | 'hashtag'; id: string }

/** The query and the REST call behind a timeline. */
export const codeOf = ({ kind, id }: TimelineSource): CodeProps => {
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

const audiences = async (usernames: readonly string[]): Promise<Audiences> => {
  const { users } = await ask(ExploreAudiencesDocument, { usernames: [...usernames] })
  return new Map((users ?? []).flatMap((user) => (user ? [[user.username, user.followersCount]] : [])))
}

/** The queries for the timeline of a sound or a hashtag. */
export const timelineQueriesOf = ({ kind, id }: TimelineSource): TimelineQueries => ({
  audiences,
  page: async (after) => {
    if (kind === 'sound') {
      return (await ask(ExploreSoundLifeDocument, { soundId: id, first, after })).sound?.posts ?? null
    }
    return (await ask(ExploreHashtagLifeDocument, { hashtagId: id, first, after })).hashtag?.posts ?? null
  }
})
