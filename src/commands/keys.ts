import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
import { helpExamples } from './help-examples.ts'
import type { NewKeyOptions } from './keys/new-key.ts'

export const addKeys = (program: Command) => {
  const keys = program
    .command('keys')
    .description('manage the keys of the data surfaces')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('keys new'), 'print a new key'],
        [`KEY_FILE=keys.json ${commandLine('keys list')}`, 'list the keys of a key file']
      )
    )
  keys
    .command('new')
    .description('print a new random key, and add its hash to KEY_FILE if that is set')
    .option('--hash', 'print its sha256: form on a second line, for GATEWAY_KEYS')
    .option('--name <name>', 'name of the key; keys of one name share limit and surfaces unless given')
    .option('--expires <when>', 'expiry: 90d, 12h, or a date such as 2030-01-31')
    .option('--surfaces <list>', 'allowed surfaces: some of rest,graphql,mcp')
    .option('--limit <points/seconds>', 'rate limit, for example 600/60s (default: RATE_LIMIT)')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('keys new'), 'a key for GATEWAY_KEYS and for clients'],
        [commandLine('keys new --hash'), 'the key for clients, then its hash for GATEWAY_KEYS'],
        [`KEY_FILE=keys.json ${commandLine('keys new --name shop')}`, 'the key for a client; the file gets its hash'],
        [`KEY_FILE=keys.json ${commandLine('keys new --name shop --expires 90d')}`, 'a second key, to rotate to']
      )
    )
    .action(async (options: NewKeyOptions) => {
      const { newKeyFor } = await import('./keys/new-key.ts')
      print(newKeyFor(options))
    })
  keys
    .command('list')
    .description('list the keys of KEY_FILE: id, name, state, creation, expiry, surfaces and limit')
    .addHelpText('after', helpExamples([`KEY_FILE=keys.json ${commandLine('keys list')}`, 'all keys']))
    .action(async () => {
      const { listKeys } = await import('./keys/list-keys.ts')
      print(listKeys())
    })
  keys
    .command('revoke')
    .description('remove keys from KEY_FILE; running servers notice within a second')
    .argument('<name-or-id>', 'a name, for all its keys, or the id of one key from keys list')
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
