import type { Post } from '../src/records/post.ts'
import type { Sound } from '../src/records/sound.ts'
import type { UserProfile } from '../src/records/user-profile.ts'
import { speaking, startFakeUpstream, success } from './fake-upstream.ts'

/** Posts of every creator of the upstream. */
export const postsEach = 100
export const postIdOf = (creator: number, index: number): string => String(7_000_000_000 + creator * postsEach + index)

type Templates = { user: UserProfile; post: Post; sound: Sound }

/** An upstream of any creators `u0`, `u1`, …, whose counts a test sets. */
export const startCountedUpstream = async ({ user, post, sound }: Templates) => {
  const counts = { followers: 1_000, plays: 5_000, posts: 70 }
  const postOf = (post_id: string): Post => ({ ...post, post_id, plays: counts.plays })
  const fake = await startFakeUpstream(
    speaking(({ path, query }) => {
      const [, creator, isList] = /\/users\/u(\d+)(\/posts)?$/i.exec(path) ?? []
      if (creator !== undefined && isList === undefined) {
        return success({ ...user, user_id: creator, username: `U${creator}`, followers: counts.followers })
      }
      if (creator !== undefined) {
        const ids = Array.from({ length: postsEach }, (_, index) => postIdOf(Number(creator), index))
        return success(ids.slice(0, Number(query.get('count') ?? 20)).map(postOf), { cursor: null, has_more: false })
      }
      const soundId = /\/sounds\/(\d+)$/.exec(path)?.[1]
      if (soundId !== undefined) return success({ ...sound, sound_id: soundId, posts_count: counts.posts })
      return success(postOf(query.get('videoId') ?? ''))
    })
  )
  return { ...fake, counts }
}
