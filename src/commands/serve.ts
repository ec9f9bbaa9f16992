import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { environment, readConfig } from '../core/config/config.ts'
import { helpExamples } from './help-examples.ts'
import { workerMark } from './serve/messages.ts'

export const addServe = (program: Command) =>
  program
    .command('serve')
    .description('serve GraphQL and REST; creates the default data set if there is none')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('serve'), 'serve on 127.0.0.1:4000, with a key for this run'],
        [`PORT=5000 ${commandLine('serve')}`, 'serve on another port; 0 takes any free one'],
        [`WORKERS=auto ${commandLine('serve')}`, 'serve with one process for each processor'],
        [`DATA_URL=https://host UPSTREAM_KEY=… ${commandLine('serve')}`, 'serve the data of another deployment']
      )
    )
    .action(async () => {
      const config = readConfig(environment())
      if (process.env[workerMark] !== undefined) await (await import('./serve/worker.ts')).work(config)
      else if (config.workers > 1) (await import('./serve/primary.ts')).startWorkers(config)
      else await (await import('./serve/serve.ts')).serve(config)
    })
