import { closeSync, openSync, writeSync } from 'node:fs'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const word = (number: number) =>
  Array.from(
    { length: 4 + (number % 5) },
    (_, index) => letters[(number * 7 + index * 11 + (number >> index)) % 26]
  ).join('')

/** From 0 to 1, the same for a number each time. */
const chance = (number: number): number => {
  const mixed = Math.imul(number ^ (number >>> 15), 0x2c1b3c6d)
  return ((Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 9)) >>> 0) / 2 ** 32
}

/** Few things are met again and again, and most of them seldom. */
const common = (number: number, kinds: number): number => Math.floor(kinds * chance(number) ** 3)

const id = (prefix: number, number: number): string => `${prefix}${String(number).padStart(15, '0')}`
const address = (kind: string, number: number) =>
  `https://p16.clips.example/${kind}/${id(7, number)}~tplv-${word(number)}-720x720.jpeg?x-expires=1700000000&x-signature=${id(3, number)}`

/** One post as collectors save it, some 2 KB: a caption of fourteen words, four hashtags, author, sound and covers with addresses. */
const post = (index: number, creators: number): string => {
  const author = common(index * 13 + 1, creators)
  const sound = common(index * 17 + 2, 20_000)
  const plays = Math.floor(1_000_000 * chance(index + 5) ** 4)
  const tags = Array.from({ length: 4 }, (_, place) => common(index * 31 + place, 15_000))
  const words = Array.from({ length: 10 }, (_, place) => word(common(index * 23 + place, 40_000)))
  return JSON.stringify({
    id: id(692, index),
    text: `${words.join(' ')} ${tags.map((tag) => `#${word(tag)}${tag}`).join(' ')}`,
    createTime: 1_600_000_000 + index * 60,
    authorMeta: {
      id: id(68, author),
      secUid: `MS4wLjABAAAA${id(9, author)}${id(8, author)}`,
      name: `${word(author)}.${author}`,
      nickName: `${word(author)} ${word(author + 1)}`,
      verified: author % 50 === 0,
      signature: `${word(author + 2)} ${word(author + 3)} ${word(author + 4)}`,
      avatar: address('avatar', author),
      following: author % 900,
      fans: Math.floor(2_000_000 * chance(author) ** 5),
      heart: 9_000_000,
      video: 400
    },
    musicMeta: {
      musicId: id(67, sound),
      musicName: `${word(sound)} ${word(sound + 7)}`,
      musicAuthor: `${word(sound + 9)}`,
      musicOriginal: sound % 2 === 0,
      playUrl: `https://sf16.clips.example/obj/${id(5, sound)}.mp3`,
      coverThumb: address('thumb', sound),
      coverMedium: address('medium', sound),
      coverLarge: address('large', sound)
    },
    covers: { default: address('cover', index), origin: address('origin', index), dynamic: address('dynamic', index) },
    webVideoUrl: `https://www.clips.example/@${word(author)}.${author}/video/${id(692, index)}`,
    videoUrl: `https://v16.clips.example/video/${id(4, index)}.mp4`,
    videoMeta: { height: 1024, width: 576, duration: 5 + (index % 55) },
    diggCount: Math.floor(plays / 12),
    shareCount: Math.floor(plays / 300),
    playCount: plays,
    commentCount: Math.floor(plays / 200),
    downloaded: false,
    mentions: [],
    hashtags: tags.map((tag) => ({ id: id(15, tag), name: `${word(tag)}${tag}`, title: '', cover: '' }))
  })
}

type Feed = {
  posts: number
  bytes: number
  /** Number of the first post: posts of one number are the same. */
  from?: number
  /** How many there are to be met; of many, each post brings words of its own. */
  creators?: number
}

/** Writes a feed of so many posts, or of so many bytes, as a list. */
export const writeFeed = (path: string, most: Feed): { posts: number; bytes: number } => {
  const { from = 0, creators = 30_000 } = most
  const file = openSync(path, 'w')
  let [posts, bytes] = [0, 0]
  while (posts < most.posts && bytes < most.bytes) {
    let text = ''
    for (let index = 0; index < 1_000 && posts < most.posts; index += 1, posts += 1) {
      text += `${posts === 0 ? '[' : ',\n'}${post(from + posts, creators)}`
    }
    bytes += writeSync(file, text)
  }
  bytes += writeSync(file, ']\n')
  closeSync(file)
  return { posts, bytes }
}
