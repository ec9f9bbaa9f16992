import { type Command, Option } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { CommandError } from '../core/errors.ts'
import { keysOf } from '../core/keys-of.ts'
import { print, printError } from '../core/terminal.ts'
import { progress } from '../ingest/progress.ts'
import { dataOption, fileOption, withoutPassword } from './data-option.ts'
import { helpExamples } from './help-examples.ts'
import { quoted } from './shell-word.ts'

type ImportCommandOptions = {
  into?: string
  out?: string
  replace?: boolean
  resume?: boolean
  rejects?: string
  collectedAt?: string
  columns?: string
  dryRun?: boolean
  of?: string
  verbose?: boolean
}

/** Options that a continued import takes from its first run, with their names in messages. */
const ofFirstRun = {
  ...{ replace: '--replace', collectedAt: '--collected-at', of: '--of' },
  ...{ columns: '--columns and --dry-run', dryRun: '--columns and --dry-run' }
} as const

export const addImport = (program: Command) =>
  program
    .command('import')
    .description('import collected feeds into a data set, merging them with its records')
    .argument(
      '[files...]',
      'JSON, CSV or TSV of any supported format, plain, compressed (gzip, zstd, xz) or in archives (ZIP, tar); folders; - for standard input'
    )
    .option(
      '--into <data set>',
      'a path or sqlite:FILE, created if missing, or postgres://… with tables created by migrate (default: DATA_URL)'
    )
    .addOption(new Option('--out <file>', 'same as --into').conflicts('into'))
    .option('--replace', 'replace the existing data once everything is read, also data that seed made')
    .option('--resume', 'continue an interrupted import with its own files')
    .option('--rejects <file>', 'file for skipped records with reasons, one per line; --resume appends to it')
    .option(
      '--collected-at <time>',
      'when records that have no collection time of their own were collected: a date, a time or Unix seconds; they are points of histories only with it'
    )
    .option(
      '--columns <mapping>',
      'which columns have which fields, where their names cannot be guessed: "post_id=M1_id,plays=M5_views", or a JSON file with such names'
    )
    .option('--dry-run', 'print the first three records as they would be read, and write nothing')
    .option(
      '--of <whose>',
      'whose followers, reposts, collections or posts are in the files, where they do not say so: user:HANDLE or collection:ID'
    )
    .option('--verbose', 'name every key that is not read')
    .addHelpText(
      'after',
      `
The exit code is 1 if a file could not be read, or not to its end, and 3 if single records were refused; what was read is kept all the same.

${helpExamples(
  [commandLine('import feed.json'), `into the data set that ${commandLine('serve')} serves`],
  [commandLine('import collected/ more.ndjson.gz'), 'all files of a folder and one more'],
  [commandLine('import feed.json --collected-at 2026-06-01'), 'a feed that does not say when it was collected'],
  [commandLine('import table.csv --columns "post_id=M1_id,plays=M5_views" --dry-run'), 'try columns of your own'],
  [commandLine('import --resume'), 'continue an interrupted import'],
  [commandLine('import feed.json --out data/feed.db'), 'into another file; DATA_URL=sqlite:data/feed.db serves it'],
  [commandLine('import feed.json --into postgres://owner@host/clips'), 'into PostgreSQL']
).trimStart()}`
    )
    .action(async (inputs: string[], options: ImportCommandOptions, command: Command) => {
      // Loads no other code of the import, which runs in a worker thread.
      const { describeIncomplete, describeRefused, describeSummary } = await import('../ingest/summary.ts')
      const [{ makeDataset, nameOf }, { withConsent }] = await Promise.all([
        import('../ingest/make-dataset.ts'),
        import('./with-consent.ts')
      ])
      const { replace: replaces = false, resume: resumes = false } = options
      if (inputs.length === 0 && !resumes) command.error("error: missing required argument 'files'")
      const unfit = keysOf(ofFirstRun).find((name) => options[name] !== undefined)
      if (resumes && unfit !== undefined)
        throw new CommandError(`--resume continues the import as it started: omit ${ofFirstRun[unfit]}.`)
      const { columns: mapping } = options
      const columns =
        mapping === undefined ? null : (await import('../ingest/user-columns-option.ts')).readColumnsOption(mapping)
      const of = await subjectOption(command, options.of)
      if (options.dryRun)
        return print(`${await (await import('../ingest/dry-run.ts')).describeFirst(inputs, { columns, of })}\n`)
      const collectedAt = await timeOption(command, options.collectedAt)
      const rejects = fileOption(command, '--rejects', options.rejects)
      const { into, out } = options
      const data = dataOption(command, into === undefined && out !== undefined ? '--out' : '--into', into ?? out, [
        'sqlite',
        'postgres'
      ])
      const path = data.kind === 'sqlite' ? data.path : data.urls[0]
      const isNamed = (into ?? out) !== undefined
      const goOnWith = commandLine(`import --resume${isNamed ? ` --into ${quoted(withoutPassword(data))}` : ''}`)
      // The first import replaces sample data that the first start created.
      const isMadeByStart = data.kind === 'sqlite' && data.sample !== null
      const replacesSeedUpTo = isMadeByStart ? (await import('../ingest/seed/seed.ts')).seedDefaults.posts : -1
      const task = {
        kind: 'import',
        inputs,
        path,
        replacesSeedUpTo,
        resumes,
        rejects,
        collectedAt,
        columns,
        of,
        goOnWith
      } as const
      const summary = await withConsent(replaces, (agreed) =>
        makeDataset({ ...task, replaces: agreed }, progress(process.stderr))
      )
      const incomplete = describeIncomplete(summary)
      const refused = describeRefused(summary)
      if (incomplete !== null || refused !== null) process.exitCode = incomplete === null ? 3 : 1
      print(`${describeSummary(summary, { isVerbose: options.verbose })}\nWritten to ${nameOf(task)}\n`)
      for (const problem of [incomplete, refused]) if (problem !== null) printError(`${problem}\n`)
    })

/** Unix seconds; null without the option. Ends the command unless it is a past time. */
const timeOption = async (command: Command, text: string | undefined): Promise<number | null> => {
  if (text === undefined) return null
  const { collectionTimeForms, parseCollectionTime } = await import('../ingest/mapping/collection-time.ts')
  return (
    parseCollectionTime(text) ??
    command.error(`error: option '--collected-at <time>' must be ${collectionTimeForms}; it is ${text}`)
  )
}

/** The owner of the lists in the files; null without the option. Ends the command for an invalid one. */
const subjectOption = async (command: Command, text: string | undefined) => {
  if (text === undefined) return null
  const { readSubject, subjectForms } = await import('../ingest/mapping/relations.ts')
  return readSubject(text) ?? command.error(`error: option '--of <whose>' must be ${subjectForms}; it is ${text}`)
}
