import { styleText } from 'node:util'
import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { inOneLine, print } from '../core/terminal.ts'
import type { Finding } from './doctor/finding.ts'
import { helpExamples } from './help-examples.ts'

export const addDoctor = (program: Command) =>
  program
    .command('doctor')
    .description('check runtime, configuration, data, cache and port, and suggest fixes')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('doctor'), `check what ${commandLine('serve')} would use`],
        [`DATA_URL=https://host UPSTREAM_KEY=… ${commandLine('doctor')}`, 'check another deployment before serving it']
      )
    )
    .action(async () => {
      const { runChecks } = await import('./doctor/run-checks.ts')
      let wrong = 0
      for await (const finding of runChecks()) {
        if (finding.state === 'wrong') wrong += 1
        process.stdout.write(line(finding))
      }
      print(`\n${wrong === 0 ? 'No problems found.' : `${wrong} ${wrong === 1 ? 'problem' : 'problems'} found.`}\n`)
      if (wrong > 0) process.exitCode = 1
    })

const colors = { ok: 'green', note: 'yellow', wrong: 'red' } as const

/** Findings stay on one line, so that no value can imitate another finding. */
const shown = (text: string): string => (process.stdout.isTTY ? inOneLine(text) : text)

const line = ({ state, what, found, todo }: Finding): string => {
  const first = `${styleText(colors[state], state.padEnd(5))}  ${what.padEnd(13)}  ${shown(found)}\n`
  return todo === undefined ? first : `${first}${' '.repeat(22)}→ ${shown(todo)}\n`
}
