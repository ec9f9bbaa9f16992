import { startVendor, type VendorAnswer, type VendorCall } from './fake-vendor.ts'

/** The platform's Research API as its reference describes it: every field that it demands is demanded here. Its people are invented. */

export const clientKey = 'aw-client-key'
export const clientSecret = 'a-client-secret-of-secrets'
export const researchEnv = { SOURCE_CLIENT_KEY: clientKey, SOURCE_CLIENT_SECRET: clientSecret }

const dayMs = 86_400_000
const known = 'oak_bench'
export const researchPosts = 206
/** Two years of 24 windows. */
const spanMs = 719 * dayMs

type Video = { id: bigint; at: number; number: number }

const videosUntil = (now: number): Video[] =>
  Array.from({ length: researchPosts }, (_, number) => {
    const at = Math.floor((now - dayMs / 4 - (number * (spanMs - dayMs)) / researchPosts) / 1_000)
    return { id: (BigInt(at) << 32n) + BigInt(number), at, number }
  })

const error = (code: string, status = 200): VendorAnswer => ({
  status,
  text: JSON.stringify({ data: {}, error: { code, message: `secret words about ${code}`, log_id: '1' } })
})
const ok = (data: string): VendorAnswer => ({
  text: `{"data":${data},"error":{"code":"ok","message":"","log_id":"1"}}`
})

/** Only fields that were asked for; 64-bit ids are numbers, and a count is missing now and then. */
const videoText = ({ id, at, number }: Video, fields: readonly string[]): string => {
  const values: Record<string, string> = {
    id: String(id),
    create_time: String(at),
    username: `"${known}"`,
    video_description: `"plank ${number} #wood"`,
    region_code: '"FI"',
    music_id: String(7_100_000_000_000_000_000n + BigInt(number % 3)),
    view_count: String(1_000 + number),
    ...(number % 7 === 0 ? {} : { like_count: String(number) }),
    comment_count: '3',
    share_count: '2',
    video_duration: '12',
    hashtag_names: '["wood"]',
    hashtag_info_list: '[{"hashtag_id":4711,"hashtag_name":"wood"}]'
  }
  return `{${fields.flatMap((field) => (values[field] === undefined ? [] : [`"${field}":${values[field]}`]))}}`
}

const dayOf = (text: unknown): number =>
  typeof text === 'string' && /^\d{8}$/.test(text)
    ? Date.parse(`${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`)
    : Number.NaN

type Condition = { operation: string; field_name: string; field_values: string[] }
type VideoQuery = {
  query?: { and?: Condition[]; or?: Condition[] }
  start_date?: string
  end_date?: string
  max_count?: number
  cursor?: number
  search_id?: string
}

const holds = ({ field_name, field_values }: Condition, { id, number }: Video): boolean => {
  const values: Record<string, string[]> = {
    username: [known],
    video_id: [String(id)],
    music_id: [String(7_100_000_000_000_000_000n + BigInt(number % 3))],
    hashtag_name: ['wood'],
    keyword: ['plank', 'wood']
  }
  return (values[field_name] ?? []).some((value) => field_values.includes(value))
}

type Options = { now?: number; quota?: number; tokenSeconds?: number }

export const startResearch = async ({ now = Date.now(), quota = 1_000, tokenSeconds = 7_200 }: Options = {}) => {
  const videos = videosUntil(now)
  let used = 0
  let tokens = 0
  let valid = ''
  let script: ((call: VendorCall) => VendorAnswer | undefined) | null = null

  const query = (fields: readonly string[], body: VideoQuery): VendorAnswer => {
    const [start, end] = [dayOf(body.start_date), dayOf(body.end_date)]
    const conditions = [...(body.query?.and ?? []), ...(body.query?.or ?? [])]
    const isWrong =
      fields.length === 0 ||
      conditions.length === 0 ||
      Number.isNaN(start) ||
      Number.isNaN(end) ||
      start > end ||
      // A window has at most 30 days.
      end - start > 30 * dayMs ||
      !Number.isInteger(body.max_count ?? 20) ||
      (body.max_count ?? 20) > 100 ||
      !Number.isInteger(body.cursor ?? 0) ||
      // A cursor means something in its own search only.
      ((body.cursor ?? 0) > 0 && body.search_id !== 'search-1')
    if (isWrong) return error('invalid_params', 400)
    const found = videos.filter(
      (video) =>
        video.at * 1_000 >= start &&
        video.at * 1_000 < end + dayMs &&
        (body.query?.and ?? []).every((each) => holds(each, video)) &&
        (body.query?.or === undefined || body.query.or.some((each) => holds(each, video)))
    )
    const from = body.cursor ?? 0
    const page = found.slice(from, from + (body.max_count ?? 20))
    const next = from + page.length
    return ok(
      `{"videos":[${page.map((video) => videoText(video, fields))}],"cursor":${next},"has_more":${next < found.length},"search_id":"search-1"}`
    )
  }

  const vendor = await startVendor((call) => {
    const scripted = script?.(call)
    if (scripted !== undefined) return scripted
    const { method, path, headers, query: parameters } = call
    if (path === '/v2/oauth/token/') {
      const form = new URLSearchParams(call.body)
      const isClient =
        method === 'POST' &&
        headers['content-type'] === 'application/x-www-form-urlencoded' &&
        form.get('client_key') === clientKey &&
        form.get('client_secret') === clientSecret &&
        form.get('grant_type') === 'client_credentials'
      if (!isClient) return { status: 401, text: '{"error":"invalid_client"}' }
      tokens += 1
      valid = `clt.${tokens}`
      return { text: JSON.stringify({ access_token: valid, expires_in: tokenSeconds, token_type: 'Bearer' }) }
    }
    if (headers.authorization !== `Bearer ${valid}` || valid === '') return error('access_token_invalid', 401)
    used += 1
    if (used > quota) return error('daily_quota_limit_exceeded', 429)
    if (method !== 'POST' || headers['content-type'] !== 'application/json') return error('invalid_params', 400)
    const fields = (parameters.get('fields') ?? '').split(',').filter((field) => field !== '')
    const body = JSON.parse(call.body)
    if (path === '/v2/research/video/query/') return query(fields, body)
    if (path === '/v2/research/user/info/') {
      if (fields.length === 0 || body.username !== known) return error('invalid_params', 400)
      return ok(
        '{"display_name":"Oak","bio_description":"doors","is_verified":false,"follower_count":1024,"following_count":12,"likes_count":5555,"video_count":206}'
      )
    }
    if (path === '/v2/research/user/followers/') {
      if (body.username !== known) return error('invalid_params', 400)
      const begun = body.cursor ?? 1_760_000_000
      const rest = Math.max(0, 250 - (1_760_000_000 - begun))
      const size = Math.min(rest, body.max_count)
      const list = Array.from({ length: size }, (_, at) => `{"username":"fan${begun - at}","display_name":"Fan ${at}"}`)
      return ok(`{"user_followers":[${list}],"cursor":${begun - size},"has_more":${size < rest}}`)
    }
    if (path === '/v2/research/user/reposted_videos/') {
      if (body.username !== known || fields.length === 0) return error('invalid_params', 400)
      return ok(
        `{"reposted_videos":[${videos.slice(0, 3).map((video) => videoText(video, fields))}],"cursor":1,"has_more":false}`
      )
    }
    if (path === '/v2/research/playlist/info/') {
      if (String(body.playlist_id) !== '7200000000000000001') return error('invalid_params', 400)
      const ids = videos.slice(0, 3).map(({ id }) => id)
      return ok(
        `{"playlist_id":7200000000000000001,"playlist_name":"doors","playlist_item_total":3,"playlist_video_ids":[${ids}],"cursor":3,"has_more":false}`
      )
    }
    return { status: 404, text: '{}' }
  })
  return {
    ...vendor,
    ids: videos.map(({ id }) => String(id)),
    /** Calls that count, which are those of data. */
    dataCalls: () => vendor.calls.filter(({ path }) => !path.includes('oauth')).length,
    tokens: () => tokens,
    /** The token is taken back before its time. */
    revoke() {
      valid = ''
    },
    instead(next: typeof script) {
      script = next
    }
  }
}
