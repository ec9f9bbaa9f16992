import { type Cell, mostLikesOfPost, type StoredPost } from './merge-store.ts'

/** Changes of the post sums of accounts, sounds and places. Hidden posts do not count. */
export class SumsOfPosts {
  readonly users = new Map<number, { videos: number; likes: number }>()
  readonly sounds = new Map<number, number>()
  readonly places = new Map<number, number>()

  add({ authorPk, soundPk, placePk }: Omit<StoredPost, 'pk' | 'state' | 'isHidden'>, likes: Cell, sign: 1 | -1): void {
    if (authorPk !== null) {
      const sum = this.users.get(authorPk) ?? { videos: 0, likes: 0 }
      sum.videos += sign
      sum.likes += sign * Math.min(Number(likes), mostLikesOfPost)
      this.users.set(authorPk, sum)
    }
    if (soundPk !== null) this.sounds.set(soundPk, (this.sounds.get(soundPk) ?? 0) + sign)
    if (placePk !== null) this.places.set(placePk, (this.places.get(placePk) ?? 0) + sign)
  }
}
