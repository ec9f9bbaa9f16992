import { Post } from '../../../records/post.ts'
import { type UntoldField, untoldOfPost, untoldOfUser } from '../../../records/untold.ts'
import { UserProfile } from '../../../records/user-profile.ts'
import { builder } from '../builder.ts'

const described = <N extends UntoldField>(names: readonly N[], properties: Record<N, { description: string }>) =>
  names.map((name) => [name.toUpperCase(), { value: name, description: properties[name].description }] as const)

export const UntoldFieldEnum = builder.enumType('UntoldField', {
  description:
    'A field of a creator or a post that no collected feed told. What stands there is 0, false, or computed from what is there.',
  values: Object.fromEntries([
    ...described(untoldOfUser, UserProfile.properties),
    ...described(untoldOfPost, Post.properties)
  ]) as Record<string, { value: UntoldField; description: string }>
})
