import { readFileSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { styleText } from 'node:util'
import { Command, CommanderError } from 'commander'
import { addDoctor } from './commands/doctor.ts'
import { helpExamples } from './commands/help-examples.ts'
import { addImport } from './commands/import.ts'
import { addKeys } from './commands/keys.ts'
import { addMcp } from './commands/mcp.ts'
import { addSchema } from './commands/schema.ts'
import { addSeed } from './commands/seed.ts'
import { addServe } from './commands/serve.ts'
import { commandLine } from './core/command-line.ts'
import { CommandError } from './core/errors.ts'

/** The command line: wires the commands together and turns what they throw into one line and an exit code. */
const exitCodes = { failure: 1, usage: 2 } as const

// The first process of a container is ended by no signal that nobody listens for, as none does before a server is there. Whoever
// listens besides ends it in a way of its own.
if (process.pid === 1) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
    })
  }
}

// Compiling is a third of a start, so what was compiled is kept for the next one. Where the folder cannot be written, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/clipgraph', import.meta.url)))

const version = (): string => {
  const manifest: { version?: string } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  return manifest.version ?? 'unknown'
}

const program = new Command('clipgraph')
  .description('Public short-video data as one typed GraphQL graph and a 24-operation REST API.')
  .version(version(), '-v, --version', 'print the version')
  .exitOverride()
  .showHelpAfterError('(add --help for more)')
  .configureHelp({
    // Taken out again by commander where no terminal shows them, and where NO_COLOR asks for none.
    styleTitle: (text) => styleText('bold', text, { validateStream: false }),
    styleCommandText: (text) => styleText('cyan', text, { validateStream: false }),
    styleSubcommandText: (text) => styleText('cyan', text, { validateStream: false }),
    styleOptionText: (text) => styleText('cyan', text, { validateStream: false })
  })
  .addHelpText(
    'after',
    `${helpExamples(
      [commandLine('serve'), 'serve; makes a data set first when there is none'],
      [commandLine('seed --help'), 'what a command takes, with examples']
    )}\n\nExit codes: 0 done, 1 it failed, 2 the command line was not understood.`
  )
// Subcommands take over what is set above when they are added.
for (const add of [addServe, addMcp, addSeed, addImport, addDoctor, addSchema, addKeys]) add(program)

/** What a person can act on; everything else is a mistake in here, and shows where. */
const forPeople = (error: unknown): string | null => {
  if (error instanceof CommandError) return error.message
  // What the operating system refuses: a file, a folder, an address.
  return error instanceof Error && 'syscall' in error ? error.message : null
}

// Whoever reads a pipe may stop reading, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : exitCodes.failure)
)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) {
    const isAnswer = error.code === 'commander.helpDisplayed' || error.code === 'commander.version'
    process.exitCode = isAnswer ? 0 : exitCodes.usage
  } else {
    const message = forPeople(error)
    if (message === null) throw error
    process.stderr.write(`${message}\n`)
    process.exitCode = exitCodes.failure
  }
}
