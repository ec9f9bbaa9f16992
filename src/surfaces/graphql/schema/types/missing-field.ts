import { Collection } from '../../../../records/collection.ts'
import { Effect } from '../../../../records/effect.ts'
import { fieldNameOf, type NamedRecord } from '../../../../records/graph-names.ts'
import { LiveRoom } from '../../../../records/live-room.ts'
import {
  collectionFieldsThatMayBeMissing,
  effectFieldsThatMayBeMissing,
  lacksOrigin,
  listNames,
  liveRoomFieldsThatMayBeMissing,
  type MissingField,
  missingIn,
  placeFieldsThatMayBeMissing,
  postFieldsThatMayBeDerived,
  soundFieldsThatMayBeMissing,
  userFieldsThatMayBeMissing
} from '../../../../records/missing-fields.ts'
import { originFields } from '../../../../records/origin.ts'
import { Place } from '../../../../records/place.ts'
import { Post } from '../../../../records/post.ts'
import { Sound } from '../../../../records/sound.ts'
import { UserProfile } from '../../../../records/user-profile.ts'
import { builder, type Context } from '../builder.ts'
import { costHints } from '../cost-hints.ts'

const named = <N extends MissingField>(of: string, names: readonly N[], record: NamedRecord) =>
  names.map((name) => ({ name, of, field: fieldNameOf(record, name) }))

export const originTexts = (of: string) => ({
  country: { description: `Country of the ${of} as an ISO 3166-1 alpha-2 code. Null when unknown.` },
  language: { description: `Language of the ${of} as an ISO 639 code, such as ja or fil. Null when unknown.` }
})

const fields = Map.groupBy(
  [
    ...named('creator', [...userFieldsThatMayBeMissing, ...originFields], UserProfile),
    ...named('post', [...postFieldsThatMayBeDerived, ...originFields], Post),
    ...named('sound', soundFieldsThatMayBeMissing, Sound),
    ...named('place', placeFieldsThatMayBeMissing, Place),
    ...named('live room', liveRoomFieldsThatMayBeMissing, LiveRoom),
    ...named('camera effect', effectFieldsThatMayBeMissing, Effect),
    ...named('collection', collectionFieldsThatMayBeMissing, Collection),
    ...listNames.map((name) => ({ name, of: 'creator', field: name.replace('_list', '') }))
  ],
  ({ name }) => name
)

const valuesAllTheSame: { readonly [N in MissingField]?: string } = {
  posts_count: ' It has a value all the same, the number of those in the data; null over a live source.',
  created_at: ' It has a value all the same, which is in the id.',
  share_url: ' It has a value all the same, made of handle and id.'
}

export const MissingFieldEnum = builder.enumType('MissingField', {
  description: 'A field that no source has given. It is null, and so is what is computed from it.',
  values: Object.fromEntries(
    [...fields].map(([name, among]) => {
      const owners = among.map(({ of }) => of).join(' or ')
      const description = `\`${among[0]?.field}\` of a ${owners}.${valuesAllTheSame[name] ?? ''}`
      return [name.toUpperCase(), { value: name, description }]
    })
  ) as Record<string, { value: MissingField; description: string }>
})

/** The shared options of `missingFields`. */
export const missingFieldsOf = (type: string, lookUp = false, nullToo = '') => ({
  type: [MissingFieldEnum] as [typeof MissingFieldEnum],
  nullable: true as const,
  description: `Fields of the ${type} that no source has given. Empty when all are known. Null over another deployment${nullToo}.`,
  extensions: costHints({ lookUp })
})

/** The names of a record's missing fields; null over another deployment, which speaks REST. */
export const missingNames = (
  names: readonly MissingField[],
  record: object,
  { deps }: Context
): readonly MissingField[] | null =>
  deps.reads.knowsMissing === true
    ? names.filter((name) => missingIn(record).includes(name) || lacksOrigin(record, name))
    : null
