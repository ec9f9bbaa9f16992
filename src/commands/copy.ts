import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
import { progress } from '../ingest/progress.ts'
import { dataOption } from './data-option.ts'
import { helpExamples } from './help-examples.ts'

export const addCopy = (program: Command) =>
  program
    .command('copy')
    .description('copy a whole data set into empty PostgreSQL tables; cursors stay valid')
    .argument('<file>', 'the data set')
    .option('--into <url>', 'postgres://… with a user that owns the tables (default: DATA_URL)')
    .addHelpText(
      'after',
      helpExamples([
        commandLine('copy data/clipgraph.db --into postgres://owner@host/clips'),
        'after migrate has created the tables'
      ])
    )
    .action(async (file: string, { into }: { into?: string }, command: Command) => {
      const { path } = dataOption(command, '<file>', file, ['sqlite'])
      const [url] = dataOption(command, '--into', into, ['postgres']).urls
      const { copyDataset } = await import('../ingest/postgres/copy.ts')
      const began = performance.now()
      const { rows, posts } = await copyDataset(path, url, progress(process.stderr))
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      print(
        `${path}: ${posts.toLocaleString('en')} posts, ${rows.toLocaleString('en')} rows in all, copied in ${seconds} s\n`
      )
    })
