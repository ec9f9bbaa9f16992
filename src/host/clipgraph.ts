import { ConfigError } from '../core/config/config.ts'
import { withOptionNames } from '../core/config/options.ts'
import { CommandError } from '../core/errors.ts'
import { createLog } from '../core/log.ts'
import { makeDefaultDatasetQuietly } from '../ingest/default-dataset.ts'
import { mount } from './mount.ts'
import { type Clipgraph, type ClipgraphOptions, readOptions } from './options.ts'

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
