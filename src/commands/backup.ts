import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { CommandError } from '../core/errors.ts'
import { print } from '../core/terminal.ts'
import { dataOption, fileArgument } from './data-option.ts'
import { helpExamples } from './help-examples.ts'

export const addBackup = (program: Command) =>
  program
    .command('backup')
    .description('copy the current data set into a new file, even while it is served or imported into')
    .argument('<file>', 'the new file')
    .option('--from <data set>', 'a path or sqlite:FILE (default: DATA_URL)')
    .addHelpText(
      'after',
      helpExamples([
        commandLine('backup data/backup.db'),
        'everything, with what is hidden and the list of removals; DATA_URL=sqlite:data/backup.db serves it'
      ])
    )
    .action(async (file: string, { from }: { from?: string }, command: Command) => {
      const out = fileArgument(command, '<file>', file)
      const data = dataOption(command, '--from', from, ['sqlite', 'postgres'])
      if (data.kind === 'postgres') {
        throw new CommandError(
          `PostgreSQL has its own tools for copies: pg_dump --schema=clipgraph. A file of clipgraph is made by: ${commandLine('copy postgres://… --into FILE')}`
        )
      }
      const { backUp } = await import('../store/sqlite/backup.ts')
      await backUp(data.path, out)
      print(`${out}: ${(statSync(out).size / 2 ** 20).toFixed(1)} MiB, copied from ${data.path}\n`)
    })
