import { type Config, ConfigError, environment, readConfig } from '../../core/config/config.ts'
import { configurationProblem, misspelt } from './configuration.ts'
import {
  dataset,
  isServerItself,
  liveSource,
  postgres,
  provenanceOfFile,
  provenanceOfPostgres,
  serverItself,
  sources,
  upstream
} from './data.ts'
import type { DoctorFinding } from './finding.ts'
import { port } from './port.ts'
import { workers } from './workers.ts'

/** Checks the configuration, the data and the port, in this order. Changes nothing. */
export async function* runChecks(): AsyncGenerator<DoctorFinding, void, undefined> {
  let config: Config
  try {
    config = readConfig(environment())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const problem of error.problems) yield configurationProblem(problem)
    yield { state: 'note', what: 'configuration', found: 'the other checks need a valid configuration' }
    return
  }
  yield { state: 'ok', what: 'configuration', found: 'every setting is valid' }
  yield* misspelt()
  yield* data(config)
  const several = workers(config)
  if (several !== null) yield several
  yield await port(config)
}

async function* data(config: Config): AsyncGenerator<DoctorFinding, void, undefined> {
  const { data } = config
  if (data.kind === 'upstream') {
    yield isServerItself(data, config) ? serverItself : await upstream(data)
  } else if (data.kind === 'sqlite') {
    yield await dataset(data)
    yield* sources(provenanceOfFile(data.path))
  } else if (data.kind === 'source') {
    yield await liveSource(data.table)
  } else {
    for (const url of data.urls) yield await postgres(url)
    // All servers have the same data.
    yield* sources(provenanceOfPostgres(data.urls[0]))
  }
}
