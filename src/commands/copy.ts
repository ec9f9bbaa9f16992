import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
import { progress } from '../ingest/progress.ts'
import { dataOption } from './data-option.ts'
import { helpExamples } from './help-examples.ts'

export const addCopy = (program: Command) =>
  program
    .command('copy')
    .description('copy a whole data set from a file into PostgreSQL, or from there into a file; cursors stay valid')
    .argument('<from>', 'the data set: a path, sqlite:FILE or postgres://…')
    .option(
      '--into <data set>',
      'postgres://… with empty tables and a user that owns them, or a new file (default: DATA_URL)'
    )
    .addHelpText(
      'after',
      helpExamples(
        [
          commandLine('copy data/clipgraph.db --into postgres://owner@host/clips'),
          'after migrate has created the tables'
        ],
        [commandLine('copy postgres://reader@host/clips --into data/copy.db'), 'from PostgreSQL into a file']
      )
    )
    .action(async (given: string, { into }: { into?: string }, command: Command) => {
      const from = dataOption(command, '<from>', given, ['sqlite', 'postgres'])
      const onProgress = progress(process.stderr)
      const began = performance.now()
      let copied: { rows: number; posts: number }
      if (from.kind === 'sqlite') {
        const [url] = dataOption(command, '--into', into, ['postgres']).urls
        const { copyDataset } = await import('../ingest/postgres/copy.ts')
        copied = await copyDataset(from.path, url, onProgress)
      } else {
        const { path } = dataOption(command, '--into', into, ['sqlite'])
        const { copyToFile } = await import('../ingest/postgres/copy-to-file.ts')
        copied = await copyToFile(from.urls[0], path, onProgress)
      }
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      const { posts, rows } = copied
      const name = from.kind === 'sqlite' ? from.path : 'PostgreSQL'
      print(
        `${name}: ${posts.toLocaleString('en')} posts, ${rows.toLocaleString('en')} rows in all, copied in ${seconds} s\n`
      )
    })
