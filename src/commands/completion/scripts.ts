import type { CompletedCommand, CompletedOption, Word } from './command-table.ts'

type Table = readonly CompletedCommand[]

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
const quotedForFish = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

/** Lines of all commands but the first, which say where a word leads to. */
const linesOf = (table: Table, quote = quoted): string[] => table.slice(1).map(({ line }) => quote(line))

/** Patterns of the options with a value: the command and the flag. */
const valuesOf = (table: Table): { pattern: string; values: readonly string[] }[] =>
  table.flatMap(({ line, options }) =>
    options.flatMap(({ flags, values }) =>
      values === null ? [] : [{ pattern: flags.map((flag) => quoted(`${line} ${flag}`)).join('|'), values }]
    )
  )

/** A command's line begins with that of the command above it, and the first pattern that fits counts. */
const innermostFirst = (table: Table): Table => table.toReversed()

const flagsOf = (options: readonly CompletedOption[]): Word[] =>
  options.flatMap(({ flags, meaning }) => flags.map((word) => ({ word, meaning })))

/** Bash completes names of files itself where this finds nothing. */
export const bash = (name: string, table: Table): string => `# Completion of ${name} for bash
_${name}() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]} at=${name} word
  # Bash splits --option=value.
  [[ $cur == = ]] && cur=
  [[ $prev == = ]] && prev=\${COMP_WORDS[COMP_CWORD - 2]}
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
    ${linesOf(table).join('|')}) at="$at $word" ;;
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${valuesOf(table)
  .map(({ pattern, values }) => `  ${pattern})\n    ${inBash(values)}\n    return\n    ;;`)
  .join('\n')}
  esac
  case "$at $cur" in
${table.map((command) => `  ${quoted(`${command.line} -`)}*) ${inBash(flagsOf(command.options).map(({ word }) => word))} ;;`).join('\n')}
${innermostFirst(table)
  .map(({ line, words }) => `  ${quoted(`${line} `)}*) ${inBash(words.map(({ word }) => word))} ;;`)
  .join('\n')}
  esac
}
complete -o bashdefault -o default -F _${name} ${name}
`

const inBash = (words: readonly string[]): string =>
  words.length === 0 ? ':' : `COMPREPLY=($(compgen -W ${quoted(words.join(' '))} -- "$cur"))`

export const zsh = (name: string, table: Table): string => `#compdef ${name}
# Completion of ${name} for zsh
_${name}() {
  local at=${name} word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
    (${linesOf(table).join('|')}) at="$at $word" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${valuesOf(table)
  .map(({ pattern, values }) => {
    const then = values.length === 0 ? '_files' : `compadd -- ${values.map(quoted).join(' ')}`
    return `  (${pattern})\n    ${then}\n    return\n    ;;`
  })
  .join('\n')}
  esac
  case "$at $words[CURRENT]" in
${table.map(({ line, options }) => `  (${quoted(`${line} -`)}*) found=(${inZsh(flagsOf(options))}) ;;`).join('\n')}
${innermostFirst(table)
  .map(({ line, words }) => `  (${quoted(`${line} `)}*) found=(${inZsh(words)}) ;;`)
  .join('\n')}
  esac
  case "$at" in
${table
  .filter(({ takesFiles }) => takesFiles)
  .map(({ line }) => `  (${quoted(line)}) _files ;;`)
  .join('\n')}
  esac
  _describe ${name} found
}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`

const inZsh = (words: readonly Word[]): string =>
  words.map(({ word, meaning }) => quoted(`${word}:${meaning.replaceAll(':', '\\:')}`)).join(' ')

export const fish = (name: string, table: Table): string => `# Completion of ${name} for fish
function __${name}_at
  set -l at ${name}
  for word in (commandline -opc)[2..]
    switch "$at $word"
      case ${linesOf(table, quotedForFish).join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
complete -c ${name} -f
${table.flatMap((command) => inFish(name, command)).join('\n')}
`

const inFish = (name: string, { line, words, options, takesFiles }: CompletedCommand): string[] => {
  const start = `complete -c ${name} -n ${quotedForFish(`__${name}_at '${line}'`)}`
  const meant = (meaning: string) => (meaning === '' ? '' : ` -d ${quotedForFish(meaning)}`)
  return [
    ...words.map(({ word, meaning }) => `${start} -a ${quotedForFish(word)}${meant(meaning)}`),
    ...options.map(({ flags, values, meaning }) => {
      const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
      const value = values === null ? '' : values.length === 0 ? ' -r -F' : ` -x -a ${quotedForFish(values.join(' '))}`
      return `${start} ${names.join(' ')}${value}${meant(meaning)}`
    }),
    ...(takesFiles ? [`${start} -F`] : [])
  ]
}
