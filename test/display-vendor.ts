import { startVendor, type VendorAnswer } from './fake-vendor.ts'

/** The platform's Display API as its reference describes it: the account of the token alone, and only fields that were asked for. */

export const displayToken = 'act.a-token-of-secrets'
export const displayPosts = 45
const begun = 1_750_000_000
const most = 20

const at = (number: number): number => begun - number * 7_200
const idOf = (number: number): string => String((BigInt(at(number)) << 32n) + BigInt(number))
const only = (fields: readonly string[], values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(fields.flatMap((field) => (field in values ? [[field, values[field]]] : [])))
const video = (number: number, fields: readonly string[]) =>
  only(fields, {
    id: idOf(number),
    title: `plank ${number}`,
    create_time: at(number),
    cover_image_url: 'https://cdn.example/c.jpg',
    share_url: `https://www.tiktok.com/@oak_bench/video/${idOf(number)}`,
    view_count: 1_000 + number
  })
const own = {
  open_id: 'x',
  username: 'oak_bench',
  display_name: 'Oak',
  bio_description: 'doors',
  follower_count: 1_024
}

const error = (code: string, status: number): VendorAnswer => ({
  status,
  text: JSON.stringify({ data: {}, error: { code, message: 'secret words', log_id: '1' } })
})
const ok = (data: object): VendorAnswer => ({ text: JSON.stringify({ data, error: { code: 'ok', message: '' } }) })

export const startDisplay = async () => {
  const vendor = await startVendor(({ method, path, query, headers, body }) => {
    if (headers.authorization !== `Bearer ${displayToken}`) return error('access_token_invalid', 401)
    const fields = (query.get('fields') ?? '').split(',').filter((field) => field !== '')
    if (fields.length === 0) return error('invalid_params', 400)
    if (path === '/v2/user/info/')
      return method === 'GET' ? ok({ user: only(fields, own) }) : error('invalid_params', 400)
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return error('invalid_params', 400)
    const { cursor, max_count = 10, filters } = JSON.parse(body)
    if (path === '/v2/video/query/') {
      const ids: string[] = filters?.video_ids ?? []
      const found = Array.from({ length: displayPosts }, (_, number) => number).filter((each) =>
        ids.includes(idOf(each))
      )
      return ok({ videos: found.map((each) => video(each, fields)) })
    }
    if (path !== '/v2/video/list/') return error('not_found', 404)
    if (max_count > most || !Number.isInteger(cursor ?? 0)) return error('invalid_params', 400)
    // A cursor is a time in milliseconds: what was published before it follows.
    const rest = Array.from({ length: displayPosts }, (_, number) => number).filter(
      (number) => cursor === undefined || cursor === null || at(number) * 1_000 < cursor
    )
    const videos = rest.slice(0, max_count).map((each) => video(each, fields))
    return ok({ videos, cursor: Number(videos.at(-1)?.create_time ?? 0) * 1_000, has_more: rest.length > max_count })
  })
  return { ...vendor, ids: Array.from({ length: displayPosts }, (_, number) => idOf(number)) }
}
