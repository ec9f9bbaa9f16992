import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { progress } from '../dataset/progress.ts'
import { datasetPath } from './dataset-path.ts'
import { helpExamples } from './help-examples.ts'

export const addImport = (program: Command) =>
  program
    .command('import')
    .description('make a data set out of a collected feed')
    .argument('<file>', 'JSON file in the collector format: {"collector": [post, …]} or [post, …]')
    .option('--out <file>', 'where to write it (default: the file that is served)')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('import feed.json'), `into the file that ${commandLine('serve')} serves`],
        [
          commandLine('import feed.json --out data/feed.db'),
          'into another file; DATA_URL=sqlite:data/feed.db serves it'
        ]
      )
    )
    .action(async (file: string, options: { out?: string }) => {
      const { describeSummary } = await import('../dataset/import/import.ts')
      const { makeDataset } = await import('../dataset/make.ts')
      const path = datasetPath(options.out)
      const summary = await makeDataset({ kind: 'import', file, path }, progress(process.stderr))
      process.stdout.write(`${describeSummary(summary)}\nWritten to ${path}\n`)
    })
