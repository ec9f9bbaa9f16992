import type { ObjectRef } from '@pothos/core'
import { andThen } from '../../../../core/awaitable.ts'
import { forOneRequest } from '../../../../core/one-request.ts'
import { type Completion, completionKinds } from '../../../../records/completion.ts'
import { hashtagText } from '../../../../records/hashtag-name.ts'
import { type NameMatches, nameMatchCount } from '../../../../records/name-matches.ts'
import { effects } from '../../../../services/effects.ts'
import { places } from '../../../../services/places.ts'
import { postListOf } from '../../../../services/post-lists.ts'
import { search } from '../../../../services/search.ts'
import { builder, type Context, type Types } from '../builder.ts'
import { carriedBySearch, connectionField, LiveRoomConnection, PostConnection, UserConnection } from '../connections.ts'
import { costHints, searchCost } from '../cost-hints.ts'
import { NodeInterface } from '../node.ts'
import { EffectObject, HashtagObject, PlaceObject, SearchObject, SoundObject } from '../objects.ts'
import { postListField } from '../post-lists.ts'
import { HashtagReference, SoundReference, UserReference } from '../references.ts'

const kindTexts: Readonly<Record<Completion['kind'], string>> = {
  creator: 'A creator, by handle or name.',
  hashtag: 'A hashtag, by name.',
  place: 'A place, by name.',
  sound: 'A sound, by title.',
  effect: 'A camera effect, by name.',
  phrase: 'Words that many captions have.'
}

const CompletionKindEnum = builder.enumType('CompletionKind', {
  description: 'What a completion names.',
  values: Object.fromEntries(
    completionKinds.map((kind) => [kind.toUpperCase(), { value: kind, description: kindTexts[kind] }])
  )
})

/** The object of a completion: sounds and hashtags need no read. */
const nodeOf = ({ kind, text, key }: Completion, context: Context) => {
  const { deps, scope } = context
  if (kind === 'hashtag') return new HashtagReference(forOneRequest({ id: key, name: hashtagText(text) }))
  if (key === null) return null
  if (kind === 'creator') return UserReference.byHandle(key).identified(context)
  if (kind === 'sound') return SoundReference.byKey(key)
  if (kind === 'place') return places.byId(deps, scope, { placeId: key })
  return kind === 'effect' ? effects.byId(deps, scope, { effectId: key }) : null
}

const CompletionObject = builder.objectRef<Completion>('Completion').implement({
  description: 'A term that completes or corrects the keyword.',
  fields: (t) => ({
    kind: t.field({
      type: CompletionKindEnum,
      description: 'What the term names.',
      resolve: ({ kind }) => kind
    }),
    text: t.string({ description: 'The suggested term.', resolve: ({ text }) => text }),
    node: t.field({
      type: NodeInterface,
      nullable: true,
      description:
        'The creator, hashtag, place, sound or effect. Null for a phrase, and where several sounds have the text. One read; none for a hashtag or sound.',
      extensions: costHints({ reads: 1 }),
      resolve: (completion, _, context) => nodeOf(completion, context)
    })
  })
})

/** One of the lists of records that the keyword names. One read returns all lists. */
const named = <N>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, { keyword: string }>,
  type: ObjectRef<Types, N>,
  what: string,
  name: 'name' | 'title',
  of: (matches: NameMatches) => N[]
) =>
  t.field({
    type: [type],
    nullable: true,
    description: `${what}, at most ${nameMatchCount}: those whose ${name} is the keyword, or contains it at the start of a word. Exact matches come first, then the most used. Where nothing matches, the spelling is corrected. Null over another deployment. One read, shared by \`sounds\`, \`hashtags\`, \`places\` and \`effects\`.`,
    extensions: costHints({ reads: 1, items: () => nameMatchCount }),
    resolve: (({ keyword }: { keyword: string }, _: object, { deps, scope }: Context) =>
      andThen(search.names(deps, scope, { keyword }), (matches) => matches && of(matches))) as never
  })

const ignoredTerms = {
  nullable: true as const,
  description:
    'Terms of the keyword, as typed, that the results in `posts` need not match, because no post matches all terms. Empty where the results match all. Null over another deployment. One read.',
  extensions: costHints({ reads: 1 }),
  resolve: ({ keyword }: { keyword: string }, _: object, { deps, scope }: Context) =>
    search.ignoredTerms(deps, scope, { keyword })
}

SearchObject.implement({
  description:
    'Results for one keyword. Each field costs a read or a scan of its own, unless it says otherwise: select only those you need.',
  fields: (t) => ({
    keyword: t.string({
      description: 'The keyword, without spaces around it.',
      resolve: ({ keyword }) => keyword
    }),
    posts: connectionField(t, {
      type: PostConnection,
      kind: 'searchTop',
      readCost: searchCost,
      description: 'Posts that match in caption, hashtags, creator, sound or place. Popularity weighs most.',
      page: ({ keyword }, request, { deps, scope }) => search.top(deps, scope, { keyword, ...request })
    }),
    videos: postListField(t, {
      kind: 'searchVideos',
      readCost: searchCost,
      description:
        'Posts that match in caption or hashtags; where none matches all terms, those that match in creator, sound or place. Relevance weighs most. With `filter`, results are read in this order until the page is full; with `orderBy`, up to MAX_SCAN of them are sorted.',
      list: ({ keyword }) => postListOf('searchVideos', keyword),
      page: ({ keyword }, request, { deps, scope }) => search.videos(deps, scope, { keyword, ...request })
    }),
    users: connectionField(t, {
      type: UserConnection,
      kind: 'searchUsers',
      readCost: searchCost,
      description: 'Creators that match in handle, name or bio.',
      page: ({ keyword }, request, { deps, scope }) => search.users(deps, scope, { keyword, ...request })
    }),
    live: connectionField(t, {
      type: LiveRoomConnection,
      kind: 'searchLive',
      description:
        'Rooms that are live now and match in title or streamer. Their fields are free, except for `likeCount` and `missingFields`.',
      carries: carriedBySearch,
      page: ({ keyword }, request, { deps, scope }) => search.live(deps, scope, { keyword, ...request })
    }),
    sounds: named(t, SoundObject, 'Sounds', 'title', ({ sounds }) => sounds.map(SoundReference.of)),
    hashtags: named(t, HashtagObject, 'Hashtags', 'name', ({ hashtags }) =>
      hashtags.map((hashtag) => new HashtagReference(hashtag))
    ),
    places: named(t, PlaceObject, 'Places', 'name', ({ places }) => places),
    effects: named(t, EffectObject, 'Camera effects', 'name', ({ effects }) => effects),
    suggestions: t.stringList({
      description:
        'At most ten creators, hashtags, places, sounds, effects and phrases that complete the keyword or are similar to it, the most popular first. With `#` before it only hashtags, with `@` only creators. One read.',
      extensions: costHints({ reads: 1 }),
      resolve: ({ keyword }, _, { deps, scope }) => search.suggestions(deps, scope, { keyword })
    }),
    completions: t.field({
      type: [CompletionObject],
      nullable: true,
      description: 'The `suggestions`, each with what it names. Null over another deployment. One read.',
      extensions: costHints({ reads: 1, items: () => 10 }),
      resolve: ({ keyword }, _, { deps, scope }) => search.completions(deps, scope, { keyword })
    }),
    ignoredTerms: t.stringList(ignoredTerms)
  })
})

builder.queryField('search', (t) =>
  t.field({
    type: SearchObject,
    description: 'Search by keyword, without operators.',
    args: {
      keyword: t.arg.string({
        required: true,
        description: 'Text of 1 to 200 characters of any script, emoji included.'
      })
    },
    extensions: costHints({ mayFail: true }),
    resolve: (_, { keyword }, { deps, scope }) => search.by(deps, scope, { keyword })
  })
)
