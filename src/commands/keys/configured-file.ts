import { commandLine } from '../../core/command-line.ts'
import { environment } from '../../core/config/config.ts'
import { CommandError } from '../../core/errors.ts'

/** The path in KEY_FILE, even if other settings are invalid; null without one. */
export const configuredFile = (): string | null => environment().KEY_FILE?.trim() || null

/** The path in KEY_FILE, for commands that require it. */
export const requiredFile = (): string => {
  const path = configuredFile()
  if (path === null) {
    throw new CommandError(
      `KEY_FILE is not set, so there is no key file: KEY_FILE=keys.json ${commandLine('keys new --name …')} creates one`
    )
  }
  return path
}
