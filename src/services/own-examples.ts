import type { Scope } from '../core/scope.ts'
import { keyOfHashtag } from '../records/facts-key.ts'
import { challenges } from './challenges.ts'
import { dataset } from './dataset.ts'
import { examples } from './examples.ts'
import type { Deps } from './operation.ts'

export type Examples = Readonly<Record<keyof typeof examples, string>>

/** Examples that work with these data. Kinds that the data lack or cannot rank keep the examples of the default data set. */
export const examplesIn = async (deps: Deps, scope: Scope): Promise<Examples> => {
  const data = deps.reads.isSampleData === true ? null : await dataset(deps, scope, {})
  if (data === null) return { ...examples }
  const [creator, hashtag] = [data.top_creators[0], data.top_hashtags[0]?.name]
  const request = { count: undefined, cursor: undefined }
  // Posts without counts are not ranked.
  const post =
    data.top_posts[0] ??
    (hashtag == null
      ? undefined
      : (await challenges.posts(deps, scope, { challengeId: keyOfHashtag(hashtag), ...request })).items[0])
  const username = creator?.username ?? post?.author_username
  const keyword = hashtag ?? username
  const found: Partial<Record<keyof Examples, string | null | undefined>> = {
    username,
    userId: creator?.user_id,
    postId: post?.post_id,
    postUrl: post?.share_url,
    soundId: data.top_sounds.find(({ sound_id }) => sound_id)?.sound_id,
    keyword,
    partialKeyword: [...(keyword ?? '')].slice(0, 4).join(''),
    roomId: data.top_live_rooms[0]?.room_id,
    effectId: data.top_effects[0]?.effect_id,
    placeId: data.top_places[0]?.place_id,
    challengeId: data.top_hashtags.find(({ id }) => id !== null)?.id
  }
  return { ...examples, ...Object.fromEntries(Object.entries(found).filter(([, value]) => value)) }
}
