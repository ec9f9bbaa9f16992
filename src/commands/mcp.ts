import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { environment, readConfig } from '../core/config/config.ts'
import { loadOptional } from '../core/optional-package.ts'
import { helpExamples } from './help-examples.ts'

export const addMcp = (program: Command) =>
  program
    .command('mcp')
    .description('serve an agent by the Model Context Protocol on standard input and output')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('mcp'), 'the command for an MCP client to start'],
        [`DATA_URL=https://host UPSTREAM_KEY=… ${commandLine('mcp')}`, 'with the data of another deployment']
      )
    )
    .action(async () => {
      const config = readConfig(environment())
      const { answerAgent } = await loadOptional('The Model Context Protocol', () => import('./mcp/answer-agent.ts'))
      await answerAgent(config)
    })
