import { appShapedTable, keys, startAppShaped } from './app-shaped-vendor.ts'
import { appTable, postIds, startAppVendor, vendorKey } from './app-vendor.ts'
import { displayToken, startDisplay } from './display-vendor.ts'
import type { Vendor, VendorAnswer, VendorCall } from './fake-vendor.ts'
import { researchEnv, startResearch } from './research-vendor.ts'

/** Every kind of live source with a fake as strict as the original, for what all of them promise. */

/** A list by REST and by the graph, whose query takes `$first` and `$after`. */
export type LiveList = { readonly path: string; readonly graph: string; readonly ids: readonly string[] }

export type LiveVendor = Pick<Vendor, 'calls' | 'close'> & {
  readonly table: string | object
  readonly env: Readonly<Record<string, string>>
  /** What an operator would not like to see anywhere. */
  readonly secrets: readonly string[]
  readonly lists: readonly LiveList[]
  /** Changes the answers to calls for data: it gets the call and the answer of the fake. Null: no more. */
  alter(change: ((answer: VendorAnswer, call: VendorCall) => VendorAnswer | undefined) | null): void
  dataCalls(): number
}

const posts = (root: string, field = 'posts') =>
  `query ($first: Int!, $after: String) { at: ${root} { list: ${field}(first: $first, after: $after) { nodes { postId } pageInfo { hasNextPage endCursor } } } }`
const listsOf = {
  user: (ids: readonly string[]): LiveList => ({
    path: '/api/v1/users/oak_bench/posts',
    graph: posts('user(by: {username: "oak_bench"})'),
    ids
  }),
  search: (ids: readonly string[]): LiveList => ({
    path: '/api/v1/search/videos?keyword=plank',
    graph: posts('search(keyword: "plank")', 'videos'),
    ids
  })
}

const isData = ({ path }: VendorCall): boolean => !path.includes('oauth')

const liveVendor = (vendor: Vendor, rest: Pick<LiveVendor, 'table' | 'env' | 'lists'>): LiveVendor => {
  let change: Parameters<LiveVendor['alter']>[0] = null
  vendor.wrap((answer, call) => (isData(call) && change !== null ? change(answer, call) : answer))
  return {
    ...rest,
    secrets: [...Object.values(rest.env).filter((text) => !text.startsWith('http')), 'secret words'],
    calls: vendor.calls,
    close: vendor.close,
    alter(next) {
      change = next
    },
    dataCalls: () => vendor.calls.filter(isData).length
  }
}

export const liveVendors: readonly (readonly [name: string, start: () => Promise<LiveVendor>])[] = [
  [
    'research',
    async () => {
      const research = await startResearch()
      return liveVendor(research, {
        table: 'research',
        env: { ...researchEnv, SOURCE_URL: research.url },
        lists: [
          listsOf.user(research.ids),
          listsOf.search(research.ids),
          { path: `/api/v1/collections/${keys.collectionId}/posts`, graph: '', ids: research.ids.slice(0, 3) }
        ]
      })
    }
  ],
  [
    'display',
    async () => {
      const display = await startDisplay()
      return liveVendor(display, {
        table: 'display',
        env: { SOURCE_KEY: displayToken, SOURCE_URL: display.url },
        lists: [listsOf.user(display.ids)]
      })
    }
  ],
  [
    'app-shaped',
    async () => {
      const shaped = await startAppShaped()
      const collection = `/api/v1/collections/${keys.collectionId}/posts`
      return liveVendor(shaped, {
        table: appShapedTable(shaped.url),
        env: { SOURCE_KEY: vendorKey },
        lists: [
          listsOf.user(shaped.ids),
          listsOf.search(shaped.ids),
          {
            path: `/api/v1/challenges/${keys.challengeId}/posts`,
            graph: posts(`hashtag(by: {hashtagId: "${keys.challengeId}"})`),
            ids: shaped.ids
          },
          { path: collection, graph: '', ids: shaped.ids },
          {
            path: `/api/v1/sounds/${keys.soundId}/posts`,
            graph: posts(`sound(soundId: "${keys.soundId}")`),
            ids: shaped.ids
          }
        ]
      })
    }
  ],
  [
    'a table of one’s own',
    async () => {
      const vendor = await startAppVendor()
      return liveVendor(vendor, {
        table: appTable(vendor.url),
        env: { SOURCE_KEY: vendorKey },
        lists: [listsOf.user(postIds(70))]
      })
    }
  ]
]
