import { type Awaitable, andThen } from '../core/awaitable.ts'
import { readSoundKey } from '../records/facts-key.ts'
import type { Sound } from '../records/sound.ts'
import { examples } from './examples.ts'
import { type RecordList, readFeed } from './feed-page.ts'
import { count, cursor, id, oneOf, page } from './input.ts'
import { operation } from './operation.ts'
import { found } from './or-not-found.ts'

const soundId = id('sound', examples.soundId)
export const librarySorts = ['hot', 'new'] as const
const sort = oneOf(librarySorts, 'Order: `hot` by use, `new` by the day the sound joined the library.')
const librarySize = count('soundLibrary')

const named = (key: string): string => `Sound ${readSoundKey(key)?.[0] ?? key}`

export type LibraryPage = { list: RecordList<Sound>; page: number; hasMore: boolean; total: number }

/** Sounds, their posts, and the licensed library. */
export const sounds = {
  byId: operation({ soundId }, ({ reads }, scope, { soundId }) =>
    found(reads.lookUp(scope, 'sound', soundId), named(soundId))
  ),

  posts: operation({ soundId, count: count('soundPosts'), cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'soundPosts', input.soundId, input, named(input.soundId))
  ),

  /** Licensed sounds, paged by cursor. */
  library: operation({ sort, count: librarySize, cursor }, (deps, scope, input) =>
    readFeed(deps, scope, 'soundLibrary', input.sort, input, 'The sound library')
  ),

  /** Licensed sounds, paged by number. */
  libraryPage: operation({ page, count: librarySize, sort }, (deps, scope, input): Awaitable<LibraryPage> => {
    const passed = (input.page - 1) * input.count
    const request = { count: input.count, after: passed === 0 ? null : String(passed) }
    return andThen(
      readFeed(deps, scope, 'soundLibrary', input.sort, request, 'The sound library'),
      ({ list, hasMore, total }) => ({ list, page: input.page, hasMore, total: total ?? 0 })
    )
  })
}
