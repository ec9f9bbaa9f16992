import { createHash } from 'node:crypto'
import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { newKey } from '../http/gateway-keys.ts'
import { helpExamples } from './help-examples.ts'

export const addKeys = (program: Command) => {
  const keys = program
    .command('keys')
    .description('keys that open the data surfaces')
    .addHelpText('after', helpExamples([commandLine('keys new'), 'print a new key']))
  keys
    .command('new')
    .description('print a new key that nobody can guess')
    .option('--hash', 'print its sha256: form on a second line: what GATEWAY_KEYS needs to know of it')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('keys new'), 'a key for GATEWAY_KEYS and for clients'],
        [commandLine('keys new --hash'), 'the key for clients, and below it its hash for GATEWAY_KEYS']
      )
    )
    .action(({ hash }: { hash?: true }) => {
      const key = newKey()
      process.stdout.write(`${key}\n`)
      if (hash) process.stdout.write(`sha256:${createHash('sha256').update(key).digest('hex')}\n`)
    })
}
