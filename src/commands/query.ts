import { type Command, Option } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { helpExamples } from './help-examples.ts'
import type { QueryOptions } from './query/request.ts'

const example = '{ user(by: {username: "maya.nguyen"}) { displayName followersCount } }'
const list = '{ posts(orderBy: PLAYS, first: 5) { nodes { id caption plays author { username } } } }'

export const addQuery = (program: Command) =>
  program
    .command('query')
    .description('run one GraphQL query, without a server and without a key')
    .argument('[document]', 'the query; - reads standard input')
    .option('--file <file>', 'file with the query')
    .option('--variables <json>', 'values of its variables: a JSON object, or @FILE')
    .option('--operation <name>', 'which operation to run, if there are several')
    .option('--from <url>', 'a data set or a running server, in the form of DATA_URL; its key in UPSTREAM_KEY')
    .addOption(
      new Option('--format <format>', 'output format: the answer as JSON, or the rows of one list as a table')
        .choices(['json', 'table'] satisfies QueryOptions['format'][])
        .default('json')
    )
    .option('--path <path>', 'part of the answer to print, such as data.posts.nodes')
    .addHelpText(
      'after',
      `
Limits are those of a server with the same settings. Errors go to standard error, and the exit code is 1 if there are any;
what the query found is printed all the same. Members of an object are columns such as author.username. For CSV use export.

${helpExamples(
  [commandLine(`query '${example}'`), 'one creator'],
  [commandLine(`query '${list}' --format table`), 'the most played posts'],
  [commandLine('query --file report.graphql --variables @week.json'), 'a query and its variables from files'],
  [`UPSTREAM_KEY=… ${commandLine("query --from https://host '{ __typename }'")}`, 'from a running server']
).trimStart()}`
    )
    .action(async (document: string | undefined, options: QueryOptions, command: Command) => {
      const { runQuery } = await import('./query/run-query.ts')
      await runQuery(document, options, (problem) => command.error(`error: ${problem}`))
    })
