import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import type { CollectOptions } from './collect/collect.ts'
import { dataOption } from './data-option.ts'
import { helpExamples } from './help-examples.ts'

export const addCollect = (program: Command) =>
  program
    .command('collect')
    .description('read lists of a live source, and import them into a data set')
    .argument('<what...>', 'lists and records, such as user:NAME/posts; export --help lists them')
    .option('--from <source>', 'source:NAME or source:FILE (default: DATA_URL)')
    .requiredOption('--into <data set>', 'a path or sqlite:FILE, created if missing, or postgres://…')
    .option('--since <date>', 'how far back lists of posts are read: 2026-05-01, a time in UTC, Unix seconds, or 30d')
    .option('--folder <folder>', 'folder for answers not yet imported, and for the state of lists', 'data/collected')
    .addHelpText(
      'after',
      `
Where the calls that the source allows are used up, the same command goes on later. Each run is a point of the histories.

${helpExamples(
  [
    commandLine('collect user:NAME user:NAME/posts --from source:research --since 30d --into data/research.db'),
    'once a day: the profile, and the posts of a month'
  ],
  [
    commandLine('collect hashtag:cooking/posts --from source:./mine.json --into data/cooking.db'),
    'all posts of a hashtag, over as many days as the calls take'
  ]
).trimStart()}`
    )
    .action(async (whats: string[], options: CollectOptions, command: Command) => {
      const { table } = dataOption(command, '--from', options.from, ['source'])
      const into = dataOption(command, '--into', options.into, ['sqlite', 'postgres'])
      const { collect } = await import('./collect/collect.ts')
      await collect({ whats, table, into, options, misuse: (problem) => command.error(`error: ${problem}`) })
    })
