import type { Command } from 'commander'
import type { DataOf } from '../config/data-location.ts'
import { commandLine } from '../core/command-line.ts'
import { CommandError } from '../core/errors.ts'
import { print } from '../core/terminal.ts'
import { progress } from '../ingest/progress.ts'
import { dataOption, fileOption } from './data-option.ts'
import { helpExamples } from './help-examples.ts'
import { quoted } from './shell-word.ts'

type Options = { into?: string; out?: string; replace?: boolean; resume?: boolean; rejects?: string }

export const addImport = (program: Command) =>
  program
    .command('import')
    .description('gather collected feeds in a data set: what is there is added to')
    .argument(
      '[files...]',
      'JSON of any known format, packed with gzip or zstd or not; folders; - for standard input; or what export all wrote'
    )
    .option(
      '--into <data set>',
      'a path or sqlite:FILE, made where there is none, or postgres://… with the tables that migrate makes (default: what is served)'
    )
    .option('--out <file>', 'the same')
    .option('--replace', 'in place of what is there, once all is read')
    .option('--resume', 'go on with an import that was interrupted; it knows its files')
    .option('--rejects <file>', 'where to write what was left out and why, a line each; --resume goes on with it')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('import feed.json'), `into the file that ${commandLine('serve')} serves`],
        [commandLine('import collected/ more.ndjson.gz'), 'all files of a folder and another one'],
        [commandLine('import --resume'), 'go on after an import was interrupted'],
        [
          commandLine('import feed.json --out data/feed.db'),
          'into another file; DATA_URL=sqlite:data/feed.db serves it'
        ],
        [commandLine('import feed.json --into postgres://owner@host/clips'), 'into a PostgreSQL']
      )
    )
    .action(async (inputs: string[], options: Options, command: Command) => {
      // Nothing else of the import is loaded here: it runs in a worker thread.
      const { describeSummary } = await import('../ingest/summary.ts')
      const { makeDataset, nameOf } = await import('./make-dataset.ts')
      const { replace: replaces = false, resume: resumes = false } = options
      if (inputs.length === 0 && !resumes) command.error("error: missing required argument 'files'")
      if (replaces && resumes) throw new CommandError('--resume goes on as it began: leave --replace out.')
      const rejects = fileOption(command, '--rejects', options.rejects)
      const { into, out } = options
      const data = dataOption(command, into === undefined && out !== undefined ? '--out' : '--into', into ?? out, [
        'sqlite',
        'postgres'
      ])
      const path = data.kind === 'sqlite' ? data.path : data.urls[0]
      const isNamed = (into ?? out) !== undefined
      const goOnWith = commandLine(`import --resume${isNamed ? ` --into ${quoted(withoutPassword(data))}` : ''}`)
      const task = { kind: 'import', inputs, path, replaces, resumes, rejects, goOnWith } as const
      const summary = await makeDataset(task, progress(process.stderr))
      print(`${describeSummary(summary)}\nWritten to ${nameOf(task)}\n`)
    })

/** The location without its password. */
const withoutPassword = (data: DataOf<'sqlite' | 'postgres'>): string => {
  if (data.kind === 'sqlite') return data.path
  const url = new URL(data.urls[0])
  url.password = ''
  url.searchParams.delete('password')
  return url.href
}
