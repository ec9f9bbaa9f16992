/**
 * The feeds that the data sets of former versions were made of (`make.ts`), each as a file. All of it is invented. A data set that is
 * migrated answers as one that these were just imported into.
 */

const post = (number: number, day: number, author: string, more: object = {}) => ({
  id: String(7_400_000_000_000_000_000n + BigInt(number)),
  text: `Video ${number} by ${author} #wood #Bread${number % 3}`,
  createTime: 1_780_000_000 + 1_000 * number,
  authorMeta: {
    ...{ id: `68${author}`, name: `maker${author}`, nickName: `Maker ${author}`, signature: `bio of ${author}` },
    ...{ fans: 1_000 * Number(author) + day, following: 1, heart: 10 * day, video: 2 }
  },
  musicMeta: {
    musicId: `77${number % 4}`,
    musicName: `Song ${number % 4}`,
    musicAuthor: 'A band',
    musicOriginal: false
  },
  hashtags: [
    { id: '501', name: 'wood' },
    { id: `51${number % 3}`, name: `Bread${number % 3}` }
  ],
  // Some are rounded, and one wrapped around.
  ...{ playCount: number === 5 ? -7 : 1_234 * number * day, diggCount: 100 * day, shareCount: number, commentCount: 3 },
  ...{ videoMeta: { duration: 10 + number, height: 1_024, width: 576 } },
  ...(number === 6 ? {} : { scrapedAt: `2026-06-${day}T00:00:00Z` }),
  ...more
})

const numbers = Array.from({ length: 12 }, (_, index) => index + 1)
const authorOf = (number: number) => String(1 + (number % 4))

export const formerFeeds: Readonly<Record<string, unknown>> = {
  'first.json': numbers.map((number) => post(number, 10, authorOf(number))),
  'second.json': [
    ...numbers.filter((number) => number % 2 === 0).map((number) => post(number, 12, authorOf(number))),
    // Its account is known by the handle alone.
    { ...post(20, 12, '9'), authorMeta: { name: 'known.by.handle' } }
  ],
  'room.json': {
    data: {
      ...{ id_str: '7620000000000001', title: 'Live by 1', status: 2, user_count: 3, create_time: 1_780_000_000 },
      owner: { id_str: '681', display_id: 'maker1', nickname: 'Maker 1' }
    },
    extra: { now: Date.parse('2026-06-12T00:00:00Z') }
  }
}
