import { makeDefaultDatasetQuietly } from './commands/default-dataset.ts'
import { withOptionNames } from './config/options.ts'
import { ConfigError } from './config.ts'
import { CommandError } from './core/errors.ts'
import { mount } from './mount.ts'
import { type Clipgraph, type ClipgraphOptions, readOptions } from './options.ts'
import { createLog } from './telemetry/log.ts'

export type { Clipgraph, ClipgraphOptions } from './options.ts'

/** Opens the data and both surfaces, without a server. Throws an error with every problem of the options. */
export const createClipgraph = async (options: ClipgraphOptions): Promise<Clipgraph> => {
  const { config, ...own } = readOptions(options)
  return inOptionNames(async () => {
    await makeDefaultDatasetQuietly(config)
    return mount({ config, log: createLog(config.logLevel), ...own })
  })
}

/** Runs a step that names settings in its errors. */
const inOptionNames = async <T>(step: () => Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(error.problems.map(withOptionNames))
    throw error instanceof CommandError ? new CommandError(withOptionNames(error.message)) : error
  }
}
