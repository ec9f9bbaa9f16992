import { andThen } from '../../../../core/awaitable.ts'
import { knownValue, soundFieldsThatMayBeMissing } from '../../../../records/missing-fields.ts'
import { Sound } from '../../../../records/sound.ts'
import { FeedPage } from '../../../../services/feed-page.ts'
import { history } from '../../../../services/history.ts'
import { postListOf } from '../../../../services/post-lists.ts'
import { librarySorts, sounds } from '../../../../services/sounds.ts'
import { builder } from '../builder.ts'
import { connectionField, SoundConnection } from '../connections.ts'
import { costHints, oneReadForAll, searchCost } from '../cost-hints.ts'
import { factsKey } from '../global-ids.ts'
import { batchField, idField, NodeInterface } from '../node.ts'
import { SoundObject } from '../objects.ts'
import { postListField } from '../post-lists.ts'
import { recordFields } from '../record-fields.ts'
import { SoundReference } from '../references.ts'
import { countedHistoryCost, countedOrObservedArguments, recorded, SoundHistoryPoint } from './history.ts'
import { missingFieldsOf, missingNames } from './missing-field.ts'

SoundObject.implement({
  description: `${Sound.description} ${oneReadForAll}`,
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id(
      idField<SoundReference>(
        'Sound',
        ({ soundId, carried }) =>
          soundId ?? factsKey([carried.title || null, carried.author || null, knownValue(carried, 'is_original')])
      )
    ),
    soundId: t.id({
      nullable: true,
      description: 'Numeric id of the sound. Null when a post names a sound without one.',
      resolve: (sound) => sound.soundId
    }),
    ...recordFields(t, Sound, {
      omit: ['sound_id'],
      lookUp: true,
      unknown: soundFieldsThatMayBeMissing,
      withoutId: true,
      get: (sound: SoundReference, key, context) => sound.field(key as keyof Sound, context)
    }),
    posts: postListField(t, {
      kind: 'soundPosts',
      description: 'Posts that use the sound, newest first. Empty for a sound without id over another deployment.',
      list: (sound, context) => {
        const key = sound.key(context)
        return key === null ? null : postListOf('soundPosts', key)
      },
      page: (sound, request, context) => {
        const soundId = sound.key(context)
        return soundId === null ? FeedPage.empty() : sounds.posts(context.deps, context.scope, { soundId, ...request })
      }
    }),
    history: t.field({
      type: [SoundHistoryPoint],
      description: `Number of public posts with the sound over time, the earliest step first: those published by the end of each step. \`postsCount\` of the sound may be larger: it counts all posts of the platform. Empty for a sound without id over another deployment. ${recorded} A scan; over a source without a graph, one read.`,
      args: countedOrObservedArguments(t),
      extensions: countedHistoryCost(searchCost),
      resolve: (sound, args, context) => {
        const soundId = sound.key(context)
        return soundId === null ? [] : history.sound(context.deps, context.scope, { soundId, ...args })
      }
    }),
    missingFields: t.field({
      ...missingFieldsOf('sound', true),
      resolve: (sound, _, context) =>
        sound.key(context) === null
          ? null
          : andThen(sound.whole('posts_count', context), (record) =>
              missingNames(soundFieldsThatMayBeMissing, record, context)
            )
    })
  })
})

const SoundSort = builder.enumType('SoundSort', {
  description: 'Order of the sound library.',
  values: {
    HOT: { value: librarySorts[0], description: 'Most used first.' },
    NEW: { value: librarySorts[1], description: 'Newest in the library first.' }
  }
})

builder.queryFields((t) => ({
  sound: t.field({
    type: SoundObject,
    description: 'A sound, by numeric id. Null with NOT_FOUND when it does not exist. One read.',
    args: { soundId: t.arg.id({ required: true, description: 'Numeric id of the sound.' }) },
    extensions: costHints({ reads: 1, stub: ({ soundId }) => new SoundReference(String(soundId), {}) }),
    resolve: (_, { soundId }, { deps, scope }) => andThen(sounds.byId(deps, scope, { soundId }), SoundReference.of)
  }),
  soundsById: batchField(t, {
    type: SoundObject,
    what: 'Sounds by id',
    param: 'soundIds',
    values: 'Numeric ids of sounds.',
    load: (soundId, { deps, scope }) => andThen(sounds.byId(deps, scope, { soundId }), SoundReference.of)
  }),
  soundLibrary: connectionField(t, {
    type: SoundConnection,
    kind: 'soundLibrary',
    description: 'Sounds under a commercial licence.',
    args: { sort: t.arg({ type: SoundSort, defaultValue: librarySorts[0], description: 'Order of the library.' }) },
    page: (_, request, { deps, scope }, { sort }) => sounds.library(deps, scope, { sort, ...request })
  })
}))
