import { compactCount, counted, fullDate, shortDate } from '../format.ts'
import type { Audiences, Dot } from './post-loader.ts'

const iso = (at: number) => new Date(at).toISOString()

/** A moment as a day, or to the minute. */
export const dayOf = (at: number): string => shortDate(iso(at))
export const momentOf = (at: number): string => fullDate(iso(at))

export const playsOf = ({ plays }: Dot): string => (plays === null ? 'plays unknown' : counted(plays, 'play', 'plays'))

export const creatorOf = ({ username }: Dot): string => (username === null ? 'an account that is gone' : `@${username}`)

/** 12K followers; empty where the number is unknown. */
export const followersOf = ({ username }: Dot, audiences: Audiences): string | null => {
  const followers = username === null ? null : audiences.get(username)
  return followers == null ? null : `${compactCount(followers)} ${followers === 1 ? 'follower' : 'followers'}`
}

/** A post in one line. */
export const dotText = (dot: Dot): string => `Post by ${creatorOf(dot)}, ${momentOf(dot.at)}, ${playsOf(dot)}`
