import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
import { helpExamples } from './help-examples.ts'
import type { NewKeyOptions } from './keys/new-key.ts'

export const addKeys = (program: Command) => {
  const keys = program
    .command('keys')
    .description('keys that open the data surfaces')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('keys new'), 'print a new key'],
        [`KEY_FILE=keys.json ${commandLine('keys list')}`, 'what a key file holds']
      )
    )
  keys
    .command('new')
    .description('print a new key that nobody can guess, and put its hash into KEY_FILE where that is set')
    .option('--hash', 'print its sha256: form on a second line: what GATEWAY_KEYS needs to know of it')
    .option('--name <name>', 'whose key it is; a name may have several, which share limit and surfaces unless said')
    .option('--expires <when>', 'when it ends: 90d, 12h, or a moment such as 2030-01-31')
    .option('--surfaces <list>', 'where it may be used: some of rest,graphql,mcp')
    .option('--limit <points/seconds>', 'what it may use, for example 600/60s; RATE_LIMIT unless said')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('keys new'), 'a key for GATEWAY_KEYS and for clients'],
        [commandLine('keys new --hash'), 'the key for clients, and below it its hash for GATEWAY_KEYS'],
        [
          `KEY_FILE=keys.json ${commandLine('keys new --name shop')}`,
          'the key for a client; its hash goes to the file'
        ],
        [`KEY_FILE=keys.json ${commandLine('keys new --name shop --expires 90d')}`, 'another, to change over to']
      )
    )
    .action(async (options: NewKeyOptions) => {
      const { newKeyFor } = await import('./keys/new-key.ts')
      print(newKeyFor(options))
    })
  keys
    .command('list')
    .description('the keys of KEY_FILE: id, name, state, when they were made and end, surfaces and limit')
    .addHelpText('after', helpExamples([`KEY_FILE=keys.json ${commandLine('keys list')}`, 'all of them']))
    .action(async () => {
      const { listKeys } = await import('./keys/list-keys.ts')
      print(listKeys())
    })
  keys
    .command('revoke')
    .description('take keys out of KEY_FILE; running servers notice within a second')
    .argument('<name-or-id>', 'a name, with all its keys, or the id of one that keys list shows')
    .addHelpText(
      'after',
      helpExamples(
        [`KEY_FILE=keys.json ${commandLine('keys revoke 3f9a1c2b')}`, 'one key'],
        [`KEY_FILE=keys.json ${commandLine('keys revoke shop')}`, 'all keys of a name']
      )
    )
    .action(async (which: string) => {
      const { revokeKeys } = await import('./keys/revoke-keys.ts')
      print(revokeKeys(which))
    })
}
