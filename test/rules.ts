import { type Config, type QueryLimits, readConfig } from '../src/core/config/config.ts'

/** The configuration that nobody changed: what documents are held to is in it. */
export const rules: Config = readConfig({})

/** Its limits, but for some. */
export const limitsBut = (some: Partial<QueryLimits>): QueryLimits => ({ ...rules.limits, ...some })
