import { DatabaseSync } from 'node:sqlite'

export type Ask = { query: string; variables: Readonly<Record<string, unknown>> }

/** The same question with one more condition, which everything meets and which is another each time, so that no cache has its answer. */
export const unrepeated = ({ query, variables }: Ask, turn: number): Ask => {
  const field = query.includes('users(') ? 'totalVideos' : 'reposts'
  const condition = `${field}: { max: $most }`
  const filtered = query.includes('filter: {')
    ? query.replace('filter: {', `filter: { ${condition}`)
    : query.replace('posts(', `posts(filter: { ${condition} }, `)
  if (filtered === query) throw new Error(`the question has no list to filter: ${query}`)
  const declared = /^query \w+\(/.test(filtered)
    ? filtered.replace('(', '($most: Count, ')
    : filtered.replace('{', '($most: Count) {')
  return { query: declared, variables: { ...variables, most: 9e15 - turn } }
}

/** The midnight after the newest post of a data set. */
export const endOf = (path: string): Date => {
  const db = new DatabaseSync(path, { readOnly: true })
  const newest = Number(db.prepare('SELECT max(created_at) AS newest FROM posts').get()?.newest)
  db.close()
  return new Date((Math.floor(newest / 86_400) + 1) * 86_400_000)
}
