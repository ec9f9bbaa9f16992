import { inject } from 'vitest'
import { type Config, readConfig } from '../src/core/config/config.ts'
import { createLog, type Log } from '../src/core/log.ts'
import { type App, type AppOptions, startApp } from '../src/host/app.ts'
import type { Source } from '../src/store/source.ts'
import { isOverFetch, startOverFetch } from './over-fetch.ts'

export const testKey = 'test-key'

export type Envelope<T = unknown> = {
  meta: { request_id: string; timestamp: string; cached: boolean; version: string }
  data: T
  pagination: Record<string, unknown> | null
  error: { code: string; message: string; details: { param?: string; reason?: string; doc_url: string } } | null
}
export type GraphQLAnswer<T = Record<string, unknown>> = {
  data?: T | null
  errors?: {
    message: string
    path?: (string | number)[]
    extensions?: {
      code?: string
      details?: { param?: string; reason?: string; limit?: string; max?: number; found?: number; doc_url: string }
    }
  }[]
  extensions?: {
    meta?: Envelope['meta'] & { sample_data?: true }
    cost?: { estimated: number; limit: number; reads: number }
  }
}

export type TestServer = {
  url: string
  /** A REST call with the key; `path` begins with `/api/v1` or any other path. */
  get<T = unknown>(path: string, init?: RequestInit): Promise<{ status: number; headers: Headers; body: Envelope<T> }>
  /** A GraphQL query over POST with the key. */
  query<T = Record<string, unknown>>(
    query: string,
    variables?: Record<string, unknown>,
    operationName?: string
  ): Promise<GraphQLAnswer<T> & { status: number }>
  close(): Promise<void>
}

export type TestServerOptions = {
  dataset?: string
  config?: Partial<Config>
  now?: () => number
  /** Processor time of reads; unless said otherwise none goes by, so that what is read together does not hang on how fast a machine is. */
  elapsed?: () => number
  wrapSource?: (source: Source) => Source
  connectionLimits?: AppOptions['connectionLimits']
  log?: Log
  plugins?: AppOptions['plugins']
}

/** Tests ask for much at once, and what they ask for may come late on a machine that has other work. */
export const patient = { load: { maxConcurrent: 1_000, maxWaitMs: 60_000 }, requestTimeoutMs: 60_000 }

/** A real server on a free port over the default data set, or another one. */
export const startServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const path = options.dataset ?? inject('defaultDataset')
  const config: Config = {
    ...readConfig({ PORT: '0', DATA_URL: `sqlite:${path}`, GATEWAY_KEYS: testKey, LOG_LEVEL: 'silent' }),
    ...patient,
    ...options.config
  }
  const start: (options: AppOptions) => Promise<Pick<App, 'url' | 'close'>> = isOverFetch() ? startOverFetch : startApp
  const app = await start({
    config,
    log: options.log ?? createLog(config.logLevel),
    elapsed: options.elapsed ?? (() => 0),
    ...(options.plugins === undefined ? {} : { plugins: options.plugins }),
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.connectionLimits === undefined ? {} : { connectionLimits: options.connectionLimits }),
    ...(options.wrapSource === undefined ? {} : { wrapSource: options.wrapSource })
  })
  // Neither end has to squeeze what is compared as it is; what comes compressed is asked for where that is tested.
  const headers = { 'x-gateway-key': testKey, 'accept-encoding': 'identity' }
  return {
    url: app.url,
    async get<T>(requestPath: string, init: RequestInit = {}) {
      const response = await fetch(app.url + requestPath, { ...init, headers: { ...headers, ...init.headers } })
      return { status: response.status, headers: response.headers, body: (await response.json()) as Envelope<T> }
    },
    async query<T>(query: string, variables?: Record<string, unknown>, operationName?: string) {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables, operationName })
      })
      return { ...((await response.json()) as GraphQLAnswer<T>), status: response.status }
    },
    close: app.close
  }
}
