import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
import { dataOption } from './data-option.ts'
import { helpExamples } from './help-examples.ts'

type CheckOptions = { from?: string; dryRun?: true; user?: string; keyword: string }

export const addSources = (program: Command) => {
  const sources = program
    .command('sources')
    .description('live sources, each described by one table')
    .addHelpText('after', helpExamples([commandLine('sources check --dry-run'), 'what the source of DATA_URL has']))
  sources
    .command('check')
    .description('check which of the 24 operations a live source answers, with one call each')
    .option('--from <source>', 'source:NAME or source:FILE in place of DATA_URL')
    .option('--dry-run', 'show what the table declares, without calls')
    .option('--user <handle>', 'account for the calls')
    .option('--keyword <word>', 'word to search for', 'music')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('sources check --from source:./mine.json --dry-run'), 'check a table while you write it'],
        [
          commandLine('sources check --from source:research --user HANDLE'),
          'ask for an account, and for what its posts name'
        ]
      )
    )
    .action(async ({ from, dryRun, user, keyword }: CheckOptions, command: Command) => {
      const { table } = dataOption(command, '--from', from, ['source'])
      const [{ checkSource }, { isHandle }] = await Promise.all([
        import('./sources/check.ts'),
        import('../records/identifiers.ts')
      ])
      const handle = user?.replace(/^@/, '').toLowerCase() ?? null
      if (handle !== null && !isHandle(handle)) command.error('error: --user must be a handle')
      for await (const line of checkSource(table, { isDry: dryRun === true, user: handle, keyword })) print(line)
    })
}
