import DataLoader from 'dataloader'
import { captionPrint, comparedCaption } from '../../engines/search/caption-print.ts'
import { fewWords } from '../../engines/search/prefixes.ts'
import type { ListBlock, SearchKind, SearchStore, WordEntry } from '../../engines/search/store.ts'
import type { Cells } from '../tables/columns.ts'
import { highest, kindNumbers, typoKeyNumber } from '../tables/search-keys.ts'
import { text } from '../tables/searched-rows.ts'
import { type QueryReader, statement } from './database.ts'

// The number of documents of a kind comes with its words, which every search requests first.
const words = statement(`SELECT id, word, documents FROM search_words WHERE kind = $1 AND word = ANY ($2::text[])
  UNION ALL SELECT NULL, NULL, documents FROM search_sizes WHERE kind = $1`)
const size = statement('SELECT documents FROM search_sizes WHERE kind = $1')
const beginning = statement(`SELECT found.id, found.word, found.documents, wanted.number
  FROM unnest($2::text[]) WITH ORDINALITY AS wanted (beginning, number) CROSS JOIN LATERAL (
    (SELECT w.id, w.word, w.documents, b.rank FROM search_beginnings b JOIN search_words w ON w.id = b.word
     WHERE b.kind = $1 AND b.beginning = wanted.beginning ORDER BY b.rank LIMIT $3)
    UNION ALL
    (SELECT id, word, documents, row_number() OVER (ORDER BY documents DESC, word) AS rank FROM (
       SELECT id, word, documents FROM search_words
       WHERE kind = $1 AND word >= wanted.beginning AND word < wanted.beginning || '${highest}'
         AND NOT EXISTS (SELECT 1 FROM search_beginnings n WHERE n.kind = $1 AND n.beginning = wanted.beginning)
       ORDER BY word LIMIT ${fewWords}
     ) few ORDER BY rank LIMIT $3)
  ) found ORDER BY wanted.number, found.rank`)
const keyed = statement(`SELECT id, word, documents, number FROM (
    SELECT w.id, w.word, w.documents, led.number,
      row_number() OVER (PARTITION BY led.number ORDER BY w.documents DESC, w.word) AS rank
    FROM (
      SELECT DISTINCT wanted.number, t.word FROM unnest($2::bigint[], $3::int[]) AS wanted (key, number)
      JOIN search_typo_keys t ON t.key = wanted.key
    ) led JOIN search_words w ON w.id = led.word AND w.kind = $1
  ) ranked WHERE rank <= $4 ORDER BY number, rank`)
const blocks = statement(`SELECT block.data, block.is_last
  FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS wanted (list, key, number) LEFT JOIN LATERAL (
    SELECT data, is_last FROM search_blocks WHERE list = wanted.list AND last >= wanted.key ORDER BY last LIMIT 1
  ) block ON true ORDER BY wanted.number`)
const origins = statement(`SELECT p.author_pk, left(p.caption, ${comparedCaption})
  FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (key, number)
  LEFT JOIN search_documents t ON t.kind = ${kindNumbers.posts} AND t.key = wanted.key LEFT JOIN posts p ON p.pk = t.pk
  ORDER BY wanted.number`)
const creators = statement(`SELECT creator.key
  FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (key, number)
  LEFT JOIN search_documents t ON t.kind = ${kindNumbers.posts} AND t.key = wanted.key LEFT JOIN posts p ON p.pk = t.pk
  LEFT JOIN search_documents creator ON creator.kind = ${kindNumbers.users} AND creator.pk = p.author_pk
  ORDER BY wanted.number`)

/** Search's store calls: each is one round trip, shared by concurrent calls of the same kind. */
export const searchStore = ({ rows }: QueryReader): SearchStore => {
  const sizes = new Map<SearchKind, number>()
  /** Concurrent calls for one kind and number of words form one statement. */
  const batches = new Map<string, DataLoader<unknown, readonly WordEntry[]>>()
  const batched = <K>(
    what: string,
    kind: SearchKind,
    most: number,
    read: (asked: readonly K[]) => Promise<readonly Cells[]>
  ) => {
    const name = `${what} ${kind} ${most}`
    const known = batches.get(name)
    if (known !== undefined) return known as DataLoader<K, readonly WordEntry[]>
    const loader = new DataLoader<K, readonly WordEntry[]>(
      async (asked) => {
        const found: WordEntry[][] = asked.map(() => [])
        for (const cells of await read(asked)) found[Number(cells[3]) - 1]?.push(readWord(cells))
        return found
      },
      { cache: false }
    )
    // A name always maps to the same loader type.
    batches.set(name, loader as DataLoader<unknown, readonly WordEntry[]>)
    return loader
  }

  return {
    async words(kind, wanted) {
      const found = await rows(words, kindNumbers[kind], wanted)
      const byWord = new Map(found.map((cells) => [cells[1], cells]))
      sizes.set(kind, Number(byWord.get(null)?.[2] ?? 0))
      return wanted.map((word) => {
        const cells = byWord.get(word)
        return cells === undefined ? null : readWord(cells)
      })
    },
    withPrefix: (kind, text, most) =>
      batched<string>('beginning', kind, most, (texts) => rows(beginning, kindNumbers[kind], texts, most)).load(text),
    keyedBy: (kind, keys, most) =>
      batched<readonly string[]>('keyed', kind, most, (lists) => {
        const numbers = lists.map((list) => list.map((key) => typoKeyNumber(kind, key)))
        const places = numbers.flatMap((list, index) => list.map(() => index + 1))
        return rows(keyed, kindNumbers[kind], numbers.flat(), places, most)
      }).load(keys),
    documents(kind) {
      const known = sizes.get(kind)
      return known ?? rows(size, kindNumbers[kind]).then(([cells]) => Number(cells?.[0] ?? 0))
    },
    async origins(posts) {
      const found = await rows(origins, posts)
      return found.map(([pk, caption]) => ({
        author: typeof pk === 'number' ? pk : null,
        caption: captionPrint(text(caption))
      }))
    },
    async creators(posts) {
      const found = await rows(creators, posts)
      return found.map(([key]) => (typeof key === 'number' ? key : null))
    },
    async blocks(wanted) {
      const found = await rows(
        blocks,
        wanted.map(({ list }) => list),
        wanted.map(({ from }) => from)
      )
      return found.map(([data, isLast]): ListBlock | null =>
        data instanceof Uint8Array ? { data, isLast: isLast === 1 } : null
      )
    }
  }
}

const readWord = ([id, word, documents]: Cells): WordEntry => ({
  id: Number(id),
  word: String(word),
  documents: Number(documents)
})
