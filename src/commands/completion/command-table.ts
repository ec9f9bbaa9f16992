import type { Command } from 'commander'

/** What can be typed at one place, with its meaning. */
export type Word = { word: string; meaning: string }

export type CompletedOption = {
  /** Such as `-h` and `--help`. */
  flags: readonly string[]
  meaning: string
  /** Values to choose from; empty for any value, null for an option without a value. */
  values: readonly string[] | null
}

export type CompletedCommand = {
  /** As it is typed, such as `clipgraph schema print`. */
  line: string
  /** Commands below it, and choices of its argument. */
  words: readonly Word[]
  options: readonly CompletedOption[]
  /** Whether further words may be names of files. */
  takesFiles: boolean
}

/** Every command as its help shows it. */
export const commandTable = (command: Command, before = ''): readonly CompletedCommand[] => {
  const help = command.createHelp()
  const line = before + command.name()
  const below = help.visibleCommands(command)
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  return [
    {
      line,
      words: [
        ...below.map((each) => ({ word: each.name(), meaning: each.description() })),
        ...choices.map((word) => ({ word, meaning: '' }))
      ],
      options: help.visibleOptions(command).map((option) => ({
        flags: [option.short, option.long].filter((flag) => flag !== undefined),
        meaning: option.description,
        values: option.required || option.optional ? (option.argChoices ?? []) : null
      })),
      takesFiles: command.registeredArguments.length > 0 && choices.length === 0
    },
    // What `help` is followed by are the names of commands, which are above.
    ...below.filter((each) => each.name() !== 'help').flatMap((each) => commandTable(each, `${line} `))
  ]
}
