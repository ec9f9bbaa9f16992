import { type Command, InvalidArgumentError } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
import { progress } from '../ingest/progress.ts'
import { dataOption } from './data-option.ts'
import { helpExamples } from './help-examples.ts'

const wholeNumber = (text: string): number => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) throw new InvalidArgumentError('It must be a whole number.')
  return value
}

type SeedCommandOptions = {
  users?: number
  posts?: number
  seed?: number
  until?: string
  out?: string
  replace?: boolean
}

export const addSeed = (program: Command) =>
  program
    .command('seed')
    .description('create a data set to explore; equal numbers and days give equal data')
    .option('--users <number>', 'number of creators (default: 1000)', wholeNumber)
    .option('--posts <number>', 'number of posts (default: 20000)', wholeNumber)
    .option('--seed <number>', 'random seed (default: 1)', wholeNumber)
    .option('--until <date>', 'last day of the data, such as 2026-06-01 (default: today)')
    .option('--replace', 'replace data that were imported')
    .option('--out <file>', 'output file, a path or sqlite:FILE (default: DATA_URL)')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('seed'), `the default data set of ${commandLine('serve')}`],
        [commandLine('seed --users 5000 --posts 200000 --seed 7'), 'a larger data set with another seed'],
        [commandLine('seed --out data/other.db'), 'into another file; DATA_URL=sqlite:data/other.db serves it']
      )
    )
    .action(async ({ out, until, replace = false, ...numbers }: SeedCommandOptions, command: Command) => {
      const { seedDefaults, seedLimits } = await import('../ingest/seed/seed.ts')
      for (const name of ['users', 'posts', 'seed'] as const) {
        const value = numbers[name]
        const { min, max } = seedLimits[name]
        if (value !== undefined && (value < min || value > max)) {
          command.error(`error: option '--${name} <number>' must be from ${min} to ${max}; it is ${value}`)
        }
      }
      const { isDay, today, untilLimits } = await import('../ingest/seed/calendar.ts')
      if (until !== undefined && !isDay(until)) {
        const { min, max } = untilLimits
        command.error(`error: option '--until <date>' must be a day from ${min} to ${max}; it is ${until}`)
      }
      const [{ makeDataset }, { withConsent }] = await Promise.all([
        import('../ingest/make-dataset.ts'),
        import('./with-consent.ts')
      ])
      const { path } = dataOption(command, '--out', out, ['sqlite'])
      const began = performance.now()
      const task = { kind: 'seed', path, ...seedDefaults, until: until ?? today(), ...numbers } as const
      const summary = await withConsent(replace, (replaces) =>
        makeDataset({ ...task, replaces }, progress(process.stderr))
      )
      const counts = Object.entries(summary).map(([thing, count]) => `${count.toLocaleString('en')} ${thing}`)
      const seconds = ((performance.now() - began) / 1000).toFixed(1)
      print(`${path}: ${counts.join(', ')} in ${seconds} s\n`)
    })
