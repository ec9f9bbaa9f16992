import { asset, id, text, total, url } from '../mapping/readings.ts'
import { evidence, type Mapping, tableWithin } from '../mapping/tables.ts'
import { appProfile } from './app-user.ts'
import { account } from './web.ts'

/** Collections of the platform's pages, where they are called playlists. */
export const webPlaylist: Mapping = {
  name: 'web playlist',
  accepts: 'playlists with "mixId", "mixName"',
  evidence: [evidence(5, 'mixId', 'mixName')],
  collection: {
    collection_id: id('mixId', 'id'),
    name: text('mixName', 'name'),
    posts_count: total('videoCount'),
    cover_url: url('cover'),
    owner: tableWithin('creator', account)
  }
}

/** Collections of the platform's app, where they are called mixes. */
export const appMix: Mapping = {
  name: 'app mix',
  accepts: 'app mixes with "mix_id", "mix_name"',
  evidence: [evidence(5, 'mix_id', 'mix_name', '!aweme_id')],
  collection: {
    collection_id: id('mix_id'),
    name: text('mix_name'),
    posts_count: total('statis.updated_to_episode'),
    cover_url: asset('cover_url'),
    owner: tableWithin('author', appProfile)
  }
}
