import type { SuggestionsQuery } from '../../../../built/documents.js'
import { hashtagText } from '../../../records/hashtag-name.ts'
import { counted } from '../format.ts'
import { hashtagRoute, type Route, soundRoute } from '../route.ts'
import { Handle } from './handle.tsx'
import { EffectIcon, HashtagIcon, PlaceIcon, SearchIcon, SoundIcon, Verified } from './icons.tsx'
import type { ListedCreator } from './people.tsx'
import { Picture } from './picture.tsx'

type Found = NonNullable<SuggestionsQuery['search']>
type Completion = NonNullable<Found['completions']>[number]

/** Suggestions by kind. A plain search comes last. */
export type OptionKind = 'creator' | 'hashtag' | 'place' | 'sound' | 'effect' | 'words'

export type Option = { kind: OptionKind; text: string; to: Route; person?: ListedCreator; detail?: string }

export const groupNames: Readonly<Record<OptionKind, string>> = {
  creator: 'Creators',
  hashtag: 'Hashtags',
  place: 'Places',
  sound: 'Sounds',
  effect: 'Effects',
  words: 'Search for'
}

const most: Readonly<Record<OptionKind, number>> = { creator: 4, hashtag: 4, place: 3, sound: 3, effect: 3, words: 4 }

const words = (text: string): Option => ({
  kind: 'words',
  text,
  to: { view: 'search', keyword: text, among: 'posts' }
})

const ofPerson = (person: ListedCreator): Option => ({
  kind: 'creator',
  text: person.displayName ?? person.username,
  to: { view: 'creator', username: person.username, shows: 'posts' },
  person
})

/** A count behind a suggestion; nothing where it is unknown. */
const detailOf = (count: number | null, thing: string) =>
  count === null ? {} : { detail: counted(count, thing, `${thing}s`) }

const ofCompletion = ({ text, node }: Completion): Option => {
  if (node === null) return words(text)
  if ('username' in node) return ofPerson(node)
  if ('hashtagId' in node) {
    const name = hashtagText(text)
    const to = hashtagRoute({ hashtagId: node.hashtagId, name })
    return to === null ? words(text) : { kind: 'hashtag', text: `#${name}`, to }
  }
  if ('placeId' in node) {
    return { kind: 'place', text, to: { view: 'place', id: node.placeId }, ...detailOf(node.postsCount, 'post') }
  }
  if ('soundId' in node) {
    const to = soundRoute(node)
    return node.author === null ? { kind: 'sound', text, to } : { kind: 'sound', text, to, detail: node.author }
  }
  if ('effectId' in node) {
    return { kind: 'effect', text, to: { view: 'effect', id: node.effectId }, ...detailOf(node.userCount, 'use') }
  }
  return words(text)
}

const nameOf = ({ kind, text, person }: Option): string => `${kind} ${(person?.username ?? text).toLowerCase()}`

/** Distinct options: kinds in the order of their best option; creators from search follow those that complete the text. */
export const optionsOf = ({ search }: SuggestionsQuery, typed: string): readonly Option[] => {
  const completions = search?.completions?.map(ofCompletion) ?? (search?.suggestions ?? []).map(words)
  const people = /^[#﹟＃]/.test(typed) ? [] : (search?.users?.nodes ?? []).map(ofPerson)
  const options = [...new Map([...completions, ...people].map((option) => [nameOf(option), option])).values()]
  const groups = new Map<OptionKind, Option[]>()
  for (const option of options) {
    const group = groups.get(option.kind) ?? []
    groups.set(option.kind, group)
    if (group.length < most[option.kind]) group.push(option)
  }
  const last = groups.get('words') ?? []
  groups.delete('words')
  return [...[...groups.values()].flat(), ...last]
}

const icons = {
  hashtag: HashtagIcon,
  place: PlaceIcon,
  sound: SoundIcon,
  effect: EffectIcon,
  words: SearchIcon
} as const

export const OptionText = ({ option: { kind, text, person, detail } }: { option: Option }) => {
  const Icon = kind === 'creator' ? null : icons[kind]
  return (
    <>
      {Icon !== null ? (
        <Icon />
      ) : (
        <Picture url={person?.avatarThumbUrl} alt="" name={person?.displayName ?? person?.username} shape="round" />
      )}
      <span>
        <bdi>{text}</bdi>
        {person?.verified && <Verified />}
        {person !== undefined && (
          <span class="quiet small">
            {' '}
            <Handle name={person.username} />
            {person.followersCount == null ? '' : ` · ${counted(person.followersCount, 'follower', 'followers')}`}
          </span>
        )}
        {detail !== undefined && (
          <span class="quiet small">
            {' '}
            <bdi>{detail}</bdi>
          </span>
        )}
      </span>
    </>
  )
}
