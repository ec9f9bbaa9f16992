import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { CommandError } from '../core/errors.ts'
import { inOneLine, print } from '../core/terminal.ts'
import type { Named } from '../ingest/removals.ts'
import { dataOption } from './data-option.ts'
import { helpExamples } from './help-examples.ts'

type RemoveCommandOptions = { why?: string; from?: string; list?: boolean; undo?: boolean; yes?: boolean }

const forms = 'post:ID, user:HANDLE, user-id:ID or sound:ID'

export const addRemove = (program: Command) =>
  program
    .command('remove')
    .description('remove posts, accounts and sounds for good: no import brings them back')
    .argument('[what...]', `${forms}; an account is removed with its posts, counts and relations`)
    .option('--why <reason>', 'reason, for the list of removals; it is stored, so do not name anybody in it')
    .option('--from <data set>', 'a path, sqlite:FILE or postgres://… (default: DATA_URL)')
    .option('--yes', 'do not ask')
    .option('--list', 'list what was removed, when and why')
    .option('--undo', 'undo a removal; the next import can add the record again')
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('remove post:7234567890123456789 --why "taken down"'), 'one post'],
        [
          commandLine('remove user:NAME --why "request of 2026-06-01"'),
          'an account, by the id of who has the handle now'
        ],
        [commandLine('remove --list'), 'all removals'],
        [commandLine('remove --undo user-id:6812345678901234567'), 'let imports bring an account back']
      )
    )
    .action(async (what: string[], options: RemoveCommandOptions, command: Command) => {
      const { why, list = false, undo = false, yes = false } = options
      if (list && (undo || what.length > 0)) command.error('error: --list takes nothing else')
      if (!list && what.length === 0) command.error("error: missing required argument 'what'")
      const { isId } = await import('../records/identifiers.ts')
      const named = what.map((text) => readNamed(command, text, isId))
      const isReasonless = why === undefined || why.trim() === ''
      if (!list && !undo && isReasonless) command.error('error: say why, which --list shows: --why "…"')
      const data = dataOption(command, '--from', options.from, ['sqlite', 'postgres'])
      const [{ targetOf }, removals] = await Promise.all([
        import('../ingest/target.ts'),
        import('../ingest/removals.ts')
      ])
      const target = await targetOf(data.kind === 'sqlite' ? data.path : data.urls[0])
      if (list) {
        const lines = (await removals.listRemovals(target)).map((removal) => {
          const { posts, removedAt, why } = removal
          const along = posts === 0 ? '' : ` with ${posts.toLocaleString('en')} post${posts === 1 ? '' : 's'}`
          return `${removals.formOf(removal)}${along}, ${new Date(removedAt * 1000).toISOString()}: ${inOneLine(why ?? '')}\n`
        })
        return print(lines.join('') || 'Nothing was removed.\n')
      }
      if (undo) {
        await removals.undoRemovals(target, named)
        return print(`No longer removed: ${what.join(', ')}. The next import of the records brings them back.\n`)
      }
      const found = await removals.identify(target, named)
      const lines = found.map((record) => inOneLine(record.shown ?? `${removals.formOf(record)}, which is not there`))
      if (!yes) {
        const { canAsk, consent } = await import('./with-consent.ts')
        const summary = `From ${target.name}: ${lines.join('; ')}`
        if (!canAsk()) throw new CommandError(`${summary}. Add --yes to remove ${found.length === 1 ? 'it' : 'them'}.`)
        await consent(`${summary}. Remove for good?`)
      }
      await removals.removeRecords(target, found, why ?? '')
      for (const [index, record] of found.entries()) {
        const form = removals.formOf(record)
        print(
          record.shown === null
            ? `${form} is not there, and no import will bring it.\n`
            : `Removed ${form}: ${lines[index]}\n`
        )
      }
    })

const readNamed = (command: Command, text: string, isId: (text: string) => boolean): Named => {
  const [, form = '', key = ''] = /^(post|user|user-id|sound):@?(.+)$/.exec(text) ?? []
  if (form === 'user') return { kind: 'handle', key }
  if (form === '' || !isId(key)) return command.error(`error: ${inOneLine(text)} must be ${forms}`)
  return { kind: form === 'post' || form === 'sound' ? form : 'user', key }
}
