import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appPost, failed, postIds, vendorKey } from './app-vendor.ts'
import { startVendor, type VendorAnswer } from './fake-vendor.ts'

/** A vendor for the table `examples/sources/app-shaped.json`: it knows these addresses and parameters, and no others. */

export const appShapedTable = (url: string): object => ({
  ...JSON.parse(readFileSync(join(import.meta.dirname, '../examples/sources/app-shaped.json'), 'utf8')),
  url
})

export const keys = {
  username: 'oak_bench',
  userId: '6900000000000000001',
  soundId: '7100000000000000000',
  roomId: '7400000000000000001',
  collectionId: '7200000000000000001',
  challengeId: '4711'
} as const
const secUid = 'MS4wLjABAAAA-oak'
const listed = 70
const pageSize = 30

const account = (handle: string, uid: string) =>
  `{"uid":"${uid}","sec_uid":"${secUid}","unique_id":"${handle}","nickname":"Oak","follower_count":1024,"following_count":12,"total_favorited":5555,"signature":"doors"}`
const room = `{"id_str":"${keys.roomId}","title":"Planing","status":2,"user_count":31,"create_time":1750000000,"owner":{"id_str":"${keys.userId}","display_id":"${keys.username}","nickname":"Oak"}}`

type Page = { from: number; size?: number; length?: number }
/** Elements of a page, and where the next one begins. */
const page = ({ from, size = pageSize, length = listed }: Page, element: (at: number) => string) => {
  const elements = Array.from({ length: Math.max(0, Math.min(size, length - from)) }, (_, at) => element(from + at))
  const next = from + elements.length
  return { list: `[${elements}]`, next, more: next < length ? 1 : 0 }
}
const fanTime = (at: number) => 1_760_000_000 - at * 60

/** Each address with the parameters that it demands, and those that it takes besides. */
const routes: Readonly<
  Record<
    string,
    { needs: readonly string[]; takes?: readonly string[]; answer: (query: URLSearchParams) => string | null }
  >
> = {
  '/v1/profile': {
    needs: [],
    takes: ['handle', 'user_id', 'region'],
    answer: (query) => {
      const isKnown = query.get('handle') === keys.username || query.get('user_id') === keys.userId
      return isKnown ? `{"user":${account(keys.username, keys.userId)}}` : null
    }
  },
  '/v1/profile/videos': {
    needs: ['sec_uid'],
    takes: ['max_cursor'],
    answer: (query) => (query.get('sec_uid') === secUid ? posts(query.get('max_cursor'), 'max_cursor') : null)
  },
  '/v1/profile/followers': {
    needs: ['handle'],
    takes: ['min_time'],
    answer(query) {
      const time = query.get('min_time')
      const from = time === null ? 0 : Math.ceil((fanTime(0) - Number(time)) / 60)
      const { list, next, more } = page({ from }, (at) =>
        account(`fan${at}`, String(6_900_000_000_000_100_000n + BigInt(at)))
      )
      return `{"followers":${list},"min_time":${fanTime(next)},"has_more":${more},"total":${listed}}`
    }
  },
  '/v1/video': {
    needs: ['id'],
    answer: (query) => {
      const at = postIds(listed).indexOf(query.get('id') ?? '')
      return at < 0 ? null : `{"aweme_detail":${appPost(at)}}`
    }
  },
  '/v1/song': {
    needs: ['id'],
    answer: (query) =>
      query.get('id') === keys.soundId
        ? `{"music_info":{"id_str":"${keys.soundId}","title":"","owner_handle":"oak_bench","author":"Oak","user_count":5}}`
        : null
  },
  '/v1/song/videos': {
    needs: ['id'],
    takes: ['cursor'],
    answer: (query) => posts(query.get('cursor'), 'cursor', false)
  },
  '/v1/search/top': {
    needs: ['query'],
    takes: ['cursor'],
    answer(query) {
      const { list, next, more } = page({ from: Number(query.get('cursor') ?? 0) }, appPost)
      return `{"items":${list},"cursor":${more === 1 ? next : 'null'}}`
    }
  },
  '/v1/search/videos': {
    needs: ['query'],
    takes: ['cursor', 'search_id'],
    answer(query) {
      const from = Number(query.get('cursor') ?? 0)
      // A cursor means something in its own search only.
      if (from > 0 && query.get('search_id') !== 's1') return null
      const { list, next, more } = page({ from }, appPost)
      return `{"search_item_list":${list},"cursor":${next},"search_id":"s1","has_more":${more}}`
    }
  },
  '/v1/search/users': {
    needs: ['query'],
    takes: ['cursor'],
    answer: () => `{"users":[${account(keys.username, keys.userId)}],"cursor":null}`
  },
  '/v1/search/suggestions': { needs: ['query'], answer: () => '{"suggestions":["oak","oak door"]}' },
  '/v1/live': {
    needs: ['room_id'],
    answer: (query) => (query.get('room_id') === keys.roomId ? `{"data":${room}}` : null)
  },
  '/v1/profile/live': { needs: ['handle'], answer: () => `{"data":${room}}` },
  '/v1/collection/videos': {
    needs: ['id'],
    takes: ['cursor'],
    answer: (query) => posts(query.get('cursor'), 'cursor')
  },
  '/v1/hashtag/videos': { needs: ['id'], takes: ['cursor'], answer: (query) => posts(query.get('cursor'), 'cursor') }
}

const posts = (cursor: string | null, name: string, saysMore = true): string => {
  const { list, next, more } = page({ from: Number(cursor ?? 0) }, appPost)
  return saysMore
    ? `{"aweme_list":${list},"${name}":${next},"has_more":${more}}`
    : `{"aweme_list":${list},"${name}":${more === 1 ? next : 'null'}}`
}

export const startAppShaped = async () => {
  const vendor = await startVendor(({ method, path, query, headers }): VendorAnswer => {
    if (headers['x-api-key'] !== vendorKey) return failed('unauthorized', 401)
    const route = routes[path]
    const { needs = [], takes = [] } = route ?? {}
    const isAsked = [...query.keys()].every((name) => [...needs, ...takes].includes(name))
    if (method !== 'GET' || route === undefined || !isAsked || !needs.every((name) => query.get(name)))
      return failed('bad_request', 400)
    const text = route.answer(query)
    return text === null ? failed('not_found') : { text }
  })
  return { ...vendor, ids: postIds(listed) }
}
