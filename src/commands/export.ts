import { type Command, InvalidArgumentError, Option } from 'commander'
import { commandLine } from '../core/command-line.ts'
import type { ExportOptions } from './export/order.ts'
import { helpExamples } from './help-examples.ts'

const positive = (text: string): number => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (value === 0) throw new InvalidArgumentError('It must be a whole number from 1.')
  return value
}

export const addExport = (program: Command) =>
  program
    .command('export')
    .description('write lists, records or a whole data set as lines of JSON or as CSV')
    .argument('<what>', 'a list or record, such as user:NAME/posts; all of them stand below')
    .option('--from <url>', 'a data set or a running server, as DATA_URL names it; its key in UPSTREAM_KEY')
    .addOption(
      new Option('--format <format>', 'how records are written (default: csv for a file that is called so)').choices([
        'ndjson',
        'csv'
      ])
    )
    .option('--out <file>', 'where to write it (default: standard output)')
    .option('--since <date>', 'only posts from then on: 2026-05-01, a moment in UTC, Unix seconds, or 7d')
    .option('--limit <number>', 'most records that are wanted', positive)
    .option('--resume', 'go on with what an earlier run of the same export has left in FILE.part')
    .addHelpText(
      'after',
      `
What:
  user:NAME[/posts|/reposts|/followers|/collections|/scorecard|/live]   user-id:ID   post:ID or its address
  sound:ID[/posts]   sounds or sounds:new   hashtag:NAME/posts or hashtag:ID/posts   place:ID[/posts]
  collection:ID[/posts]   live:ID   effect:ID   search:KEYWORD[/posts|/videos|/users|/live|/suggestions]
  scorecards:FILE   the scorecard of each handle in a file, one a line; - reads standard input
  all               every record and relation of a data set, in lines that import reads

${helpExamples(
  [commandLine('export user:maya.nguyen/posts --out posts.csv'), 'all posts of a creator, for a spreadsheet'],
  [commandLine('export hashtag:cooking/posts --since 7d'), 'of the last week, as lines of JSON'],
  [commandLine("export 'search:sourdough bread/users' --limit 50"), 'the first fifty creators'],
  [commandLine('export scorecards:creators.txt --out scores.csv'), 'of the handles in a file'],
  [`UPSTREAM_KEY=… ${commandLine('export sounds --from https://host')}`, 'from a running server'],
  [commandLine('export all --out everything.ndjson'), 'what import makes an equal data set of']
).trimStart()}`
    )
    .action(async (what: string, options: ExportOptions, command: Command) => {
      const { exportWhat } = await import('./export/export-targets.ts')
      await exportWhat(what, options, (problem) => command.error(`error: ${problem}`))
    })
