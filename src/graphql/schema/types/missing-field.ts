import {
  type UntoldField,
  untoldOfPlace,
  untoldOfPost,
  untoldOfSound,
  untoldOfUser
} from '../../../records/missing-fields.ts'
import { Place } from '../../../records/place.ts'
import { Post } from '../../../records/post.ts'
import { Sound } from '../../../records/sound.ts'
import { UserProfile } from '../../../records/user-profile.ts'
import { builder } from '../builder.ts'
import { costHints } from '../cost-hints.ts'

const described = <N extends UntoldField>(
  what: string,
  names: readonly N[],
  properties: Record<N, { description: string }>
) => names.map((name) => ({ name, what, description: properties[name].description }))

const fields = Map.groupBy(
  [
    ...described('user', untoldOfUser, UserProfile.properties),
    ...described('post', untoldOfPost, Post.properties),
    ...described('sound', untoldOfSound, Sound.properties),
    ...described('place', untoldOfPlace, Place.properties)
  ],
  ({ name }) => name
)

export const UntoldFieldEnum = builder.enumType('UntoldField', {
  description:
    'A field of a creator, a post, a sound or a place that no collected feed told. What stands there is 0, false, a word such as “Untitled”, or computed from what is there.',
  values: Object.fromEntries(
    [...fields].map(([name, of]) => {
      const [only] = of
      const description =
        only !== undefined && of.length === 1
          ? only.description
          : of.map(({ what, description }) => `Of a ${what}: ${description}`).join(' ')
      return [name.toUpperCase(), { value: name, description }]
    })
  ) as Record<string, { value: UntoldField; description: string }>
})

/** What fields have in common that name what nobody told. */
export const untoldField = (of: string) => ({
  type: [UntoldFieldEnum] as [typeof UntoldFieldEnum],
  nullable: true as const,
  description: `Fields of the ${of} that no collected feed told: what they show is 0, false, a word such as “Untitled”, or computed from what is there. Empty when all is known; null when the source does not tell. One read.`,
  extensions: costHints({ reads: 1 })
})
