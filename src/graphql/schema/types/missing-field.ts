import { Effect } from '../../../records/effect.ts'
import { LiveRoom } from '../../../records/live-room.ts'
import {
  effectFieldsThatMayBeMissing,
  liveRoomFieldsThatMayBeMissing,
  type MissingField,
  placeFieldsThatMayBeMissing,
  postFieldsThatMayBeMissing,
  soundFieldsThatMayBeMissing,
  userFieldsThatMayBeMissing
} from '../../../records/missing-fields.ts'
import { Place } from '../../../records/place.ts'
import { Post } from '../../../records/post.ts'
import { Sound } from '../../../records/sound.ts'
import { UserProfile } from '../../../records/user-profile.ts'
import { builder } from '../builder.ts'
import { costHints } from '../cost-hints.ts'

const described = <N extends MissingField>(
  what: string,
  names: readonly N[],
  properties: Record<N, { description: string }>
) => names.map((name) => ({ name, what, description: properties[name].description }))

const fields = Map.groupBy(
  [
    ...described('user', userFieldsThatMayBeMissing, UserProfile.properties),
    ...described('post', postFieldsThatMayBeMissing, Post.properties),
    ...described('sound', soundFieldsThatMayBeMissing, Sound.properties),
    ...described('place', placeFieldsThatMayBeMissing, Place.properties),
    ...described('live room', liveRoomFieldsThatMayBeMissing, LiveRoom.properties),
    ...described('camera effect', effectFieldsThatMayBeMissing, Effect.properties)
  ],
  ({ name }) => name
)

export const MissingFieldEnum = builder.enumType('MissingField', {
  description:
    'A field of a creator, post, sound, place, live room or camera effect that no source has given. The field itself then shows 0, false, a word such as “Untitled”, a number computed from the existing data, or an address made of handle and id.',
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
export const missingFieldsOf = (type: string) => ({
  type: [MissingFieldEnum] as [typeof MissingFieldEnum],
  nullable: true as const,
  description: `Fields of the ${type} that no source has given. They show 0, false, a word such as “Untitled”, a number computed from the existing data, or an address made of handle and id. Empty when every field is known; null when the source cannot say. One read.`,
  extensions: costHints({ reads: 1 })
})

/** The same under its former name. */
export const formerMissingFieldsOf = (type: string) => ({
  ...missingFieldsOf(type),
  deprecationReason: 'Renamed to `missingFields`; removed in the next release.'
})
