import type { Command } from 'commander'
import { environment, readConfig } from '../config.ts'
import { helpExamples } from './help-examples.ts'

export const addServe = (program: Command) =>
  program
    .command('serve')
    .description('serve GraphQL and REST; makes the default data set first when there is none')
    .addHelpText(
      'after',
      helpExamples(
        ['npm start', 'serve on 127.0.0.1:4000, with a key for this run'],
        ['PORT=5000 npm start', 'serve on another port; 0 takes any free one'],
        ['DATA_URL=https://host UPSTREAM_KEY=… npm start', 'serve what another deployment has']
      )
    )
    .action(async () => {
      const config = readConfig(environment())
      const { serve } = await import('./serve/serve.ts')
      await serve(config)
    })
