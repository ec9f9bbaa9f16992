import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { SuggestionsDocument, type SuggestionsQuery } from '../../../schema/typed/partial-operations.ts'
import { compactCount } from '../format.ts'
import { ask } from '../graph/client.ts'
import { navigate } from '../navigation.tsx'
import { type Route, shortcutOf } from '../route.ts'
import { currentKey } from '../session.ts'
import { SearchIcon, Verified } from './icons.tsx'
import { Picture } from './picture.tsx'

type Found = NonNullable<SuggestionsQuery['search']>
type Creator = NonNullable<Found['users']>['nodes'][number]
type Option = { to: Route; term?: string; creator?: Creator }

const waitMs = 120

const optionsOf = ({ search }: SuggestionsQuery): Option[] => [
  ...(search?.suggestions ?? [])
    .slice(0, 6)
    .map((term) => ({ term, to: { view: 'search', keyword: term, among: 'posts' } as const })),
  ...(search?.users?.nodes ?? [])
    .slice(0, 4)
    .map((creator) => ({ creator, to: { view: 'creator', username: creator.username, shows: 'posts' } as const }))
]

/** What completes the text, a moment after the typing stops. Late answers to earlier text are dropped. */
const useSuggestions = (typed: string): readonly Option[] => {
  const [options, setOptions] = useState<readonly Option[]>([])
  useEffect(() => {
    const keyword = typed.trim().replace(/^@/, '').slice(0, 200)
    if (keyword === '' || shortcutOf(typed)?.view === 'post' || currentKey().text === null) {
      setOptions([])
      return
    }
    let isCurrent = true
    const timer = setTimeout(() => {
      // Suggestions are a help: without them the search still works, and says itself what is wrong.
      ask(SuggestionsDocument, { keyword }).then(
        (data) => isCurrent && setOptions(optionsOf(data)),
        () => isCurrent && setOptions([])
      )
    }, waitMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [typed])
  return options
}

const OptionText = ({ option: { term, creator } }: { option: Option }) =>
  creator === undefined ? (
    <>
      <SearchIcon /> <bdi>{term}</bdi>
    </>
  ) : (
    <>
      <Picture url={creator.avatarThumbUrl} alt="" name={creator.displayName ?? creator.username} shape="round" />
      <span>
        <bdi>{creator.displayName ?? creator.username}</bdi> {creator.verified && <Verified />}
        <span class="quiet">
          {' '}
          @<bdi>{creator.username}</bdi>
          {creator.followersCount === null ? '' : ` · ${compactCount(creator.followersCount)} followers`}
        </span>
      </span>
    </>
  )

type SearchBoxProps = { keyword: string; size: 'large' | 'small' }

/** The search field with suggestions: a combobox for the keyboard, a list for the pointer. */
export const SearchBox = ({ keyword, size }: SearchBoxProps) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(keyword)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const options = useSuggestions(isOpen ? typed : '')
  const isShown = isOpen && options.length > 0
  useEffect(() => setTyped(keyword), [keyword])

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const go = (to: Route, text: string) => {
    setTyped(text)
    close()
    navigate(to)
  }
  const choose = ({ to, term }: Option) => go(to, term ?? '')
  const submit = () => {
    const option = isShown ? options[active] : undefined
    if (option !== undefined) return choose(option)
    const text = typed.trim().slice(0, 200)
    if (text !== '') go(shortcutOf(text) ?? { view: 'search', keyword: text, among: 'posts' }, text)
  }
  const step = (by: number) => {
    setOpen(true)
    // The field itself is a stop between the last option and the first.
    const stops = options.length + 1
    setActive(((active + 1 + by + stops) % stops) - 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Escape') {
      if (isShown) close()
      else setTyped('')
    } else return
    event.preventDefault()
  }

  return (
    <search class={`search ${size}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <SearchIcon />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label="Search posts, creators and live rooms"
          aria-expanded={isShown}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          {...(isShown && active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
          placeholder="Search, @handle or address of a post"
          value={typed}
          maxLength={200}
          autoComplete="off"
          spellcheck={false}
          enterKeyHint="search"
          dir="auto"
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setActive(-1)
            setOpen(true)
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
      </form>
      {/* The field keeps the focus; a pointer that presses an option must not take it away before the click. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses through the field */}
      <div
        id={`${id}-options`}
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          const row = (event.target as Element).closest('[role=option]')
          const option = options[row === null ? -1 : [...event.currentTarget.children].indexOf(row)]
          if (option !== undefined) choose(option)
        }}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field points at the active option
          <div
            key={option.term === undefined ? `@${option.creator?.username}` : option.term}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
          >
            <OptionText option={option} />
          </div>
        ))}
      </div>
      <span class="unseen" role="status">
        {isShown ? `${options.length} suggestions` : ''}
      </span>
    </search>
  )
}
