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
    .description('write lists and records as NDJSON, CSV or Parquet')
    .argument('<what>', 'a list or record, such as user:NAME/posts; see the list below')
    .option('--from <url>', 'a data set or a running server, in the form of DATA_URL; its key in UPSTREAM_KEY')
    .addOption(
      new Option(
        '--format <format>',
        'output format (default: csv or parquet for a file with that extension, otherwise ndjson)'
      ).choices(['ndjson', 'csv', 'parquet'])
    )
    .option('--plain', 'CSV for programs: without the apostrophe before texts that a spreadsheet would interpret')
    .addOption(
      new Option(
        '--unknown <form>',
        'numbers and flags that no source gave: zero, as REST has them (default), or empty cells of a CSV and null in NDJSON'
      ).choices(['zero', 'empty'])
    )
    .option('--out <file>', 'output file (default: standard output)')
    .option(
      '--since <date>',
      'only posts, or points of a history, since then: 2026-05-01, a time in UTC, Unix seconds, or 7d'
    )
    .option('--until <date>', 'only points of a history before then')
    .option('--filter <json>', 'only posts or creators that meet a filter of the graph, as JSON')
    .option(
      '--order-by <order>',
      'order of posts or creators: PLAYS, FOLLOWERS and others of the graph; -PLAYS is the reverse'
    )
    .option('--limit <number>', 'maximum number of records', positive)
    .option('--resume', 'continue an earlier run of the same export from FILE.part')
    .addHelpText(
      'after',
      `
What:
  user:NAME[/posts|/reposts|/followers|/collections|/scorecard|/live]   user-id:ID   post:ID or its address
  sound:ID[/posts]   sounds or sounds:new   hashtag:NAME/posts or hashtag:ID/posts   place:ID[/posts]
  collection:ID[/posts]   live:ID   effect:ID   search:KEYWORD[/posts|/videos|/users|/live|/suggestions]
  posts             all public posts      users   all creators
  scorecards:FILE   the scorecard of each handle in a file, one per line; - reads standard input
  user:NAME/history   post:ID/history   sound:ID/history   hashtag:NAME/history   counts over time
  user-histories:FILE   post-histories:FILE   those of each handle or id in a file

Filter and order apply to posts, users, the posts of a user, sound, hashtag, place or collection, and search:KEYWORD/videos.

${helpExamples(
  [commandLine('export user:maya.nguyen/posts --out posts.csv'), 'all posts of a creator, for a spreadsheet'],
  [commandLine('export user:maya.nguyen/posts --format csv --plain'), 'the same for a program, with ids as they are'],
  [commandLine('export hashtag:cooking/posts --since 7d'), 'posts of the last week, as NDJSON'],
  [
    commandLine(`export posts --filter '{"hashtags":{"anyOf":["fyp"]}}' --order-by PLAYS --limit 100`),
    'the most played posts of a hashtag'
  ],
  [commandLine("export 'search:sourdough bread/users' --limit 50"), 'the first fifty creators'],
  [commandLine('export scorecards:creators.txt --out scores.csv'), 'scorecards of the handles in a file'],
  [commandLine('export user:maya.nguyen/history --since 90d --out growth.csv'), 'counts over the last three months'],
  [`UPSTREAM_KEY=… ${commandLine('export sounds --from https://host')}`, 'from a running server']
).trimStart()}`
    )
    .action(async (what: string, options: ExportOptions, command: Command) => {
      const { exportWhat } = await import('./export/export-targets.ts')
      await exportWhat(what, options, (problem) => command.error(`error: ${problem}`))
    })
