import { Argument, type Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
import { helpExamples } from './help-examples.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const addCompletion = (program: Command) =>
  program
    .command('completion')
    .description('print a script with which a shell completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText(
      'after',
      helpExamples(
        [
          commandLine('completion bash > ~/.local/share/bash-completion/completions/clipgraph'),
          'for the next shells; or in .bashrc: source <(clipgraph completion bash)'
        ],
        [commandLine('completion zsh > ~/.zfunc/_clipgraph'), 'where fpath has ~/.zfunc, before compinit'],
        [commandLine('completion fish > ~/.config/fish/completions/clipgraph.fish'), 'for the next shells']
      )
    )
    .action(async (shell: (typeof shells)[number]) => {
      const [{ commandTable }, scripts] = await Promise.all([
        import('./completion/command-table.ts'),
        import('./completion/scripts.ts')
      ])
      print(scripts[shell](program.name(), commandTable(program)))
    })
