import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { navigate } from '../navigation.tsx'
import type { Route } from '../route.ts'
import { SearchIcon } from './icons.tsx'
import { groupNames, type Option, type OptionKind, OptionText } from './search-options.tsx'
import { searchTarget } from './search-target.ts'
import { useSuggestions } from './use-suggestions.ts'

/** Elements in which the shortcut key is text input. */
const fields = 'input, textarea, select, [contenteditable]'

const callsSearch = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false
  if (event.target instanceof Element && event.target.closest(fields) !== null) return false
  const isChord = event.ctrlKey || event.metaKey
  return isChord ? event.key.toLowerCase() === 'k' && !event.shiftKey : event.key === '/'
}

type Numbered = { option: Option; index: number }

/** Options grouped by kind. */
const groupsOf = (options: readonly Option[]): [OptionKind, Numbered[]][] => [
  ...Map.groupBy(
    options.map((option, index) => ({ option, index })),
    ({ option }) => option.kind
  )
]

/** The search field with suggestions: a combobox for the keyboard, a list for the pointer. `/` and Ctrl-K focus it from everywhere. */
export const SearchBox = ({ keyword }: { keyword: string }) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  /** The element focused before the shortcut. */
  const before = useRef<Element | null>(null)
  /** Only the latest answer navigates. */
  const requests = useRef(0)
  const [typed, setTyped] = useState(keyword)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const options = useSuggestions(isOpen ? typed : '')
  const isShown = isOpen && options.length > 0
  useEffect(() => setTyped(keyword), [keyword])
  useEffect(() => {
    const call = (event: KeyboardEvent) => {
      if (!callsSearch(event)) return
      event.preventDefault()
      before.current = document.activeElement
      field.current?.select()
    }
    addEventListener('keydown', call)
    return () => removeEventListener('keydown', call)
  }, [])
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const leave = () => {
    if (before.current instanceof HTMLElement && before.current !== document.body) before.current.focus()
    else field.current?.blur()
  }
  const go = (to: Route, text: string) => {
    requests.current += 1
    setTyped(text)
    close()
    navigate(to)
  }
  const choose = ({ to, kind, text }: Option) => go(to, kind === 'words' ? text : '')
  const submit = async () => {
    const option = isShown ? options[active] : undefined
    if (option !== undefined) return choose(option)
    const text = typed.trim().slice(0, 200)
    if (text === '') return
    requests.current += 1
    const mine = requests.current
    const to = await searchTarget(text)
    if (mine === requests.current) go(to, text)
  }
  const step = (by: number) => {
    setOpen(true)
    // Options from before it closed may be outdated.
    if (!isShown) return
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
      else leave()
    } else return
    event.preventDefault()
  }

  return (
    <search class="search">
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
          aria-label="Search creators, posts, hashtags, places and sounds"
          aria-keyshortcuts="/ Control+K Meta+K"
          aria-expanded={isShown}
          aria-controls={`${id}-options`}
          aria-autocomplete="list"
          {...(isShown && active >= 0 ? { 'aria-activedescendant': `${id}-${active}` } : {})}
          placeholder="Search, @handle, #hashtag or address of a post"
          value={typed}
          maxLength={200}
          autoComplete="off"
          spellcheck={false}
          enterKeyHint="search"
          dir="auto"
          onInput={(event) => {
            requests.current += 1
            setTyped(event.currentTarget.value)
            setActive(-1)
            setOpen(true)
          }}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        <span class="flag" aria-hidden="true">
          /
        </span>
      </form>
      {/* The field keeps the focus; a pointer that presses an option must not take it away before the click. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard chooses through the field */}
      <div
        id={`${id}-options`}
        class="sheet"
        role="listbox"
        aria-label="Suggestions"
        hidden={!isShown}
        onMouseDown={(event) => event.preventDefault()}
        onClick={(event) => {
          const row = (event.target as Element).closest<HTMLElement>('[role=option]')
          const option = options[Number(row?.dataset.index ?? -1)]
          if (option !== undefined) choose(option)
        }}
      >
        {groupsOf(options).map(([kind, group]) => (
          // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div id={`${id}-${kind}`} class="quiet small kind" role="presentation">
              {groupNames[kind]}
            </div>
            {group.map(({ option, index }) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the field points at the active option
              <div
                key={index}
                id={`${id}-${index}`}
                class="option"
                data-index={index}
                role="option"
                aria-selected={index === active}
              >
                <OptionText option={option} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <span class="unseen" role="status">
        {isShown ? counted(options.length) : ''}
      </span>
    </search>
  )
}

const counted = (count: number): string => (count === 1 ? '1 suggestion' : `${count} suggestions`)
