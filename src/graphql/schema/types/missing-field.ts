import { Effect } from '../../../records/effect.ts'
import { LiveRoom } from '../../../records/live-room.ts'
import {
  effectFieldsThatMayBeMissing,
  lacksOrigin,
  liveRoomFieldsThatMayBeMissing,
  type MissingField,
  missingIn,
  placeFieldsThatMayBeMissing,
  postFieldsThatMayBeMissing,
  soundFieldsThatMayBeMissing,
  userFieldsThatMayBeMissing
} from '../../../records/missing-fields.ts'
import { originFields } from '../../../records/origin.ts'
import { Place } from '../../../records/place.ts'
import { Post } from '../../../records/post.ts'
import { Sound } from '../../../records/sound.ts'
import { UserProfile } from '../../../records/user-profile.ts'
import { builder, type Context } from '../builder.ts'
import { costHints } from '../cost-hints.ts'

const described = <N extends MissingField>(
  what: string,
  names: readonly N[],
  properties: Record<N, { description: string }>
) => names.map((name) => ({ name, what, description: properties[name].description }))

export const originTexts = (of: string) => ({
  country: { description: `Country of the ${of} as an ISO 3166-1 alpha-2 code; null where no source says so.` },
  language: { description: `Language of the ${of} as an ISO 639-1 code; null where no source says so.` }
})

const fields = Map.groupBy(
  [
    ...described('user', userFieldsThatMayBeMissing, UserProfile.properties),
    ...described('post', postFieldsThatMayBeMissing, Post.properties),
    ...described('user', originFields, originTexts('creator')),
    ...described('post', originFields, originTexts('post')),
    ...described('sound', soundFieldsThatMayBeMissing, Sound.properties),
    ...described('place', placeFieldsThatMayBeMissing, Place.properties),
    ...described('live room', liveRoomFieldsThatMayBeMissing, LiveRoom.properties),
    ...described('camera effect', effectFieldsThatMayBeMissing, Effect.properties)
  ],
  ({ name }) => name
)

const meaning =
  'they are null, and so is what is computed from them. Only `postsCount` of sounds and places, which then counts the posts of the data, and `shareUrl`, which is made of handle and id, have values'

export const MissingFieldEnum = builder.enumType('MissingField', {
  description: `Fields of a creator, post, sound, place, live room or camera effect that no source has given: ${meaning}.`,
  values: Object.fromEntries(
    [...fields].map(([name, of]) => {
      const [only] = of
      const description =
        only !== undefined && of.length === 1
          ? only.description
          : of.map(({ what, description }) => `Of a ${what}: ${description}`).join(' ')
      return [name.toUpperCase(), { value: name, description }]
    })
  ) as Record<string, { value: MissingField; description: string }>
})

/** The shared options of `missingFields`. */
export const missingFieldsOf = (type: string, lookUp = false) => ({
  type: [MissingFieldEnum] as [typeof MissingFieldEnum],
  nullable: true as const,
  description: `Fields of the ${type} that no source has given: ${meaning}. Empty when every field is known; null when the source cannot say.`,
  extensions: costHints({ lookUp })
})

/** The names of a record's missing fields; null when the source cannot say, because it speaks REST. */
export const missingNames = (
  names: readonly MissingField[],
  record: object,
  { deps }: Context
): readonly MissingField[] | null =>
  deps.reads.hasFilters === true
    ? names.filter((name) => missingIn(record).includes(name) || lacksOrigin(record, name))
    : null
