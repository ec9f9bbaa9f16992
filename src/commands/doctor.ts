import { styleText } from 'node:util'
import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { inOneLine, print } from '../core/terminal.ts'
import type { DoctorFinding } from './doctor/finding.ts'
import { helpExamples } from './help-examples.ts'

export const addDoctor = (program: Command) =>
  program
    .command('doctor')
    .description('check configuration, data and port, and suggest fixes')
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('doctor'), `check what ${commandLine('serve')} would use`],
        [commandLine('doctor --json'), 'for programs: {"problems", "checks": [{"name", "status", "message", "hint"}]}'],
        [`DATA_URL=https://host UPSTREAM_KEY=… ${commandLine('doctor')}`, 'check another deployment before serving it']
      )
    )
    .action(async ({ json }: { json?: true }) => {
      const { runChecks } = await import('./doctor/run-checks.ts')
      const checks: DoctorCheck[] = []
      for await (const finding of runChecks()) {
        checks.push(checkOf(finding))
        if (json !== true) process.stdout.write(line(finding))
      }
      const problems = checks.filter(({ status }) => status === 'wrong').length
      if (json === true) print(`${JSON.stringify({ problems, checks }, null, 2)}\n`)
      else
        print(
          `\n${problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`}\n`
        )
      if (problems > 0) process.exitCode = 1
    })

/** A finding for programs. The names are part of the contract of `--json`. */
type DoctorCheck = { name: DoctorFinding['what']; status: DoctorFinding['state']; message: string; hint: string | null }

const checkOf = ({ what, state, found, todo }: DoctorFinding): DoctorCheck => ({
  name: what,
  status: state,
  message: found,
  hint: todo ?? null
})

const colors = { ok: 'green', note: 'yellow', wrong: 'red' } as const

/** Findings stay on one line, so that no value can imitate another finding. */
const line = ({ state, what, found, todo }: DoctorFinding): string => {
  const first = `${styleText(colors[state], state.padEnd(5))}  ${what.padEnd(13)}  ${inOneLine(found)}\n`
  return todo === undefined ? first : `${first}${' '.repeat(22)}→ ${inOneLine(todo)}\n`
}
