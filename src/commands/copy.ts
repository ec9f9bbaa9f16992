import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { progress } from '../dataset/progress.ts'
import { helpExamples } from './help-examples.ts'
import { storeUrl } from './store-url.ts'

export const addCopy = (program: Command) =>
  program
    .command('copy')
    .description('copy a whole data set into the empty tables of a PostgreSQL; cursors stay valid')
    .argument('<file>', 'the data set')
    .option('--into <url>', 'postgres://… of who may fill tables (default: DATA_URL)')
    .addHelpText(
      'after',
      helpExamples([
        commandLine('copy data/clipgraph.db --into postgres://owner@host/clips'),
        'after migrate has made the tables'
      ])
    )
    .action(async (file: string, { into }: { into?: string }) => {
      const url = storeUrl(into)
      const { copyDataset } = await import('../source/postgres/copy.ts')
      const began = performance.now()
      const { rows, posts } = await copyDataset(file, url, progress(process.stderr))
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      process.stdout.write(
        `${file}: ${posts.toLocaleString('en')} posts, ${rows.toLocaleString('en')} rows in all, copied in ${seconds} s\n`
      )
    })
