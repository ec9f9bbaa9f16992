import { loadOptional, MissingPackage } from '../../core/optional-package.ts'
import type { Finding } from './finding.ts'

type Feature = { what: Finding['what']; name: string; load: () => Promise<unknown>; without: string }

/** A finding where a package of the feature is not installed, otherwise null. `without`: the alternative to installing it. */
const missing = async ({ what, name, load, without }: Feature): Promise<Finding | null> => {
  try {
    await loadOptional(name, load)
    return null
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error
    return { state: 'wrong', what, found: error.message, todo: without }
  }
}

export const missingRedis = () =>
  missing({
    what: 'cache',
    name: 'Redis',
    load: () => import('../../cache/shared-store.ts'),
    without: 'Or use CACHE_URL=memory:'
  })

export const missingTelemetry = () =>
  missing({
    what: 'telemetry',
    name: 'OpenTelemetry',
    load: () => import('../../telemetry/opentelemetry.ts'),
    without: 'Or unset OTEL_EXPORTER_OTLP_ENDPOINT: nothing is exported then.'
  })
