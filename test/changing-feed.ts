/** Posts of a few accounts that change their names, some of them twice. The last 500 are told of before. */
export const changingFeed = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const id = from + (index % (count - 500))
    const of = id % 40
    return {
      id: String(7_000_000_000_000_000_000n + BigInt(id)),
      text: `post ${id} of ${index}`,
      createTime: 1_600_000_000 + index,
      authorMeta:
        id % 7 === 0 ? `name${of}` : { id: String(900 + of), name: `name${(of + Math.floor(index / 1000)) % 40}` },
      musicMeta: {
        musicId: String(1 + (id % 30)),
        musicName: `sound ${id % 30}`,
        musicAuthor: 'a',
        musicOriginal: false
      },
      hashtags: [{ id: id % 3 === 0 ? '' : String(1 + (id % 5)), name: `tag${id % 5}` }],
      playCount: index,
      diggCount: id
    }
  })
