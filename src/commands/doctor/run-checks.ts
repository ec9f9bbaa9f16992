import { type Config, ConfigError, environment, readConfig } from '../../config.ts'
import { memoryCache, redisCache } from './cache.ts'
import { configurationProblem, keys, misspelt, runtime } from './configuration.ts'
import {
  dataset,
  isServerItself,
  postgres,
  provenanceOfFile,
  provenanceOfPostgres,
  serverItself,
  sources,
  upstream
} from './data.ts'
import { manifest } from './documents.ts'
import type { Finding } from './finding.ts'
import { history } from './history.ts'
import { keyFile } from './key-file.ts'
import { missingRedis, missingTelemetry } from './optional-packages.ts'
import { port } from './port.ts'

/** Runs all checks in order. Changes nothing. */
export async function* runChecks(): AsyncGenerator<Finding, void, undefined> {
  yield runtime()
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
  yield* keys(config)
  if (config.keyFile !== null) yield* keyFile(config.keyFile)
  yield* data(config)
  yield config.cache.kind === 'memory'
    ? memoryCache(config)
    : ((await missingRedis()) ?? (await redisCache(config.cache.url)))
  if (config.documentsOnly !== null) yield* manifest(config.documentsOnly, config)
  if (config.openTelemetry !== null) {
    const finding = await missingTelemetry()
    if (finding !== null) yield finding
  }
  yield await port(config)
}

async function* data(config: Config): AsyncGenerator<Finding, void, undefined> {
  const { data } = config
  if (data.kind === 'upstream') {
    yield isServerItself(data, config) ? serverItself : await upstream(data)
    yield await history(config)
  } else if (data.kind === 'sqlite') {
    yield await dataset(data)
    yield* sources(provenanceOfFile(data.path))
  } else {
    for (const url of data.urls) yield await postgres(url)
    // All servers have the same data.
    yield* sources(provenanceOfPostgres(data.urls[0]))
  }
}
