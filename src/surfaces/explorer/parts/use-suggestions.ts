import { useEffect, useState } from 'preact/hooks'
import { SuggestionsDocument } from '../../../../built/documents.js'
import { ask } from '../graph/client.ts'
import { shortcutOf } from '../route.ts'
import { currentKey } from '../session.ts'
import { type Option, optionsOf } from './search-options.tsx'

const waitMs = 120
const longest = 200

/** Suggestions for the text, shortly after typing stops. Late answers to earlier text are dropped. */
export const useSuggestions = (typed: string): readonly Option[] => {
  const [options, setOptions] = useState<readonly Option[]>([])
  useEffect(() => {
    const keyword = typed.trim().slice(0, longest)
    if (keyword === '' || shortcutOf(keyword)?.view === 'post' || currentKey().text === null) {
      setOptions([])
      return
    }
    let isCurrent = true
    const timer = setTimeout(() => {
      // Suggestions are optional: without them the search still works and reports problems itself.
      ask(SuggestionsDocument, { keyword }).then(
        (data) => isCurrent && setOptions(optionsOf(data, keyword)),
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
