import { readFileSync } from 'node:fs'
import { inspect, styleText } from 'node:util'
import { Command, CommanderError } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { CommandError } from '../core/errors.ts'
import { fileProblem } from '../core/file-problem.ts'
import { printable, printError } from '../core/terminal.ts'
import { addBackup } from './backup.ts'
import { addCollect } from './collect.ts'
import { addCopy } from './copy.ts'
import { addDoctor } from './doctor.ts'
import { addExport } from './export.ts'
import { helpExamples } from './help-examples.ts'
import { addImport } from './import.ts'
import { addKeys } from './keys.ts'
import { addMcp } from './mcp.ts'
import { addMigrate } from './migrate.ts'
import { addQuery } from './query.ts'
import { addRemove } from './remove.ts'
import { addSchema } from './schema.ts'
import { addSeed } from './seed.ts'
import { addServe } from './serve.ts'
import { addSources } from './sources.ts'

/** The command line: registers the commands and turns their errors into one line and an exit code. */
const exitCodes = { failure: 1, usage: 2 } as const

const version = (): string => {
  const manifest: { version?: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  )
  return manifest.version ?? 'unknown'
}

const program = new Command('clipgraph')
  .description('Public short-video data as one typed GraphQL graph and a REST API.')
  .version(version(), '-v, --version', 'print the version')
  .exitOverride()
  // The message repeats what the user typed.
  .configureOutput({ outputError: (text, write) => write(printable(text)) })
  .showHelpAfterError('(add --help for more)')
  .configureHelp({
    // Commander removes the styles without a terminal and with NO_COLOR.
    styleTitle: (text) => styleText('bold', text, { validateStream: false }),
    styleCommandText: (text) => styleText('cyan', text, { validateStream: false }),
    styleSubcommandText: (text) => styleText('cyan', text, { validateStream: false }),
    styleOptionText: (text) => styleText('cyan', text, { validateStream: false })
  })
  .addHelpText(
    'after',
    `${helpExamples(
      [commandLine('serve'), 'serve; creates the default data set if there is none'],
      [commandLine('seed --help'), 'options of a command, with examples']
    )}\n\nExit codes: 0 success, 1 failure, 2 invalid command line.`
  )
// Subcommands inherit the settings above when they are added.
const commands = [
  addServe,
  addMcp,
  addQuery,
  addSeed,
  addSources,
  addImport,
  addCollect,
  addExport,
  addRemove,
  addMigrate,
  addBackup,
  addCopy,
  addDoctor,
  addSchema,
  addKeys
]
for (const add of commands) add(program)

/** Messages for users; null for a programming error, which is shown with its stack. */
const forPeople = (error: unknown): string | null => {
  if (error instanceof CommandError) return error.message
  // Refused by the operating system: a file, folder or address.
  return error instanceof Error && 'syscall' in error ? error.message : null
}

/** Runs the command line of this process. */
export const run = async (): Promise<void> => {
  // The reader of a pipe may stop early, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Keeps the exit code: 0, or that of a command with an incomplete answer.
    if (error.code === 'EPIPE') process.exit()
    printError(`Standard output cannot be written: ${fileProblem(error)}.\n`)
    process.exit(exitCodes.failure)
  })
  // The reader of the messages has closed the pipe. The command must still do its work.
  process.stderr.on('error', () => {})
  try {
    await program.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage
    } else {
      const message = forPeople(error)
      printError(`${message ?? inspect(error)}\n`)
      // After a programming error other work may still be running.
      if (message === null) process.exit(exitCodes.failure)
      process.exitCode = exitCodes.failure
    }
  }
}
