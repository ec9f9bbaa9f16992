import type { GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Awaitable } from '../core/awaitable.ts'
import { type Config, ConfigError, configOf, contradictionsIn, readValues } from '../core/config/config.ts'
import { optionNameOf, type SettingOptions, settingsIn, withOptionNames } from '../core/config/options.ts'

/** The graph and the REST API within another server. */
export type Clipgraph = {
  /** Schema for `graphql()` and other executors, with `context()` as the context of each operation. */
  readonly schema: GraphQLSchema
  /** Answers `/graphql`, `/api/v1`, `/openapi.json`, `/schema.graphql`, `/healthz` and `/readyz`. It needs no `this`. `serverContext`: for plugins. */
  readonly fetch: (request: Request, serverContext?: unknown) => Promise<Response>
  /** A context for one operation over `schema`: it ends with the time limit of a request, or with the signal. */
  readonly context: (options?: { signal?: AbortSignal | undefined }) => object
  /** Finishes requests in progress, refuses new ones, and releases the data. */
  readonly close: () => Promise<void>
}

/** The settings of the environment in camelCase, validated in the same way, and options that only code can pass. */
export type ClipgraphOptions = SettingOptions & {
  /**
   * Names the caller of a request, for hosts that know their users. Rate limits and logs use the name. Null answers 401. Replaces `keys` and
   * `keyFile`; the key header is not read then.
   */
  readonly authorize?: ((request: Request) => Awaitable<string | null>) | undefined
  /** Plugins of GraphQL Yoga and Envelop. */
  readonly plugins?: readonly Plugin[] | undefined
  /** Path under which the host passes requests on without removing it, such as `/api/clipgraph`. */
  readonly basePath?: string | undefined
  /** Signs cursors; at least 16 characters. Instances with `authorize` need one in common, or they refuse each other's cursors. */
  readonly cursorSecret?: string | undefined
}

/** Validated options that only code can pass. */
export type OwnOptions = {
  authorize: ((request: Request) => Awaitable<string | null>) | null
  plugins: readonly Plugin[]
  basePath: string
  cursorSecret: string | null
}

/** The configuration in the options. Throws a `ConfigError` with every problem. */
export const readOptions = (options: ClipgraphOptions): OwnOptions & { config: Config } => {
  if (typeof options !== 'object' || options === null) throw new ConfigError(['the options must be an object'])
  const { authorize, plugins = [], basePath = '', cursorSecret, ...given } = options
  const { env, problems } = settingsIn(given)
  const { values, problems: unread } = readValues(env, optionNameOf)
  problems.push(...[...unread, ...contradictionsIn(values, process.env)].map(withOptionNames))
  // Invalid keys are reported as another problem.
  const areKeysEmpty = given.keys === undefined || (env.GATEWAY_KEYS !== undefined && values.GATEWAY_KEYS?.length === 0)
  if (authorize !== undefined) {
    if (typeof authorize !== 'function') problems.push('authorize must be a function')
    if (!areKeysEmpty || (values.KEY_FILE ?? null) !== null) {
      problems.push('authorize replaces keys and keyFile: give one or the other')
    }
  } else if (values.KEY_FILE === null && areKeysEmpty) {
    problems.push('keys, keyFile or authorize must be given: nobody could call otherwise')
  }
  if (!Array.isArray(plugins) || !plugins.every((plugin) => typeof plugin === 'object' && plugin !== null)) {
    problems.push('plugins must be a list of plugins')
  }
  if (typeof basePath !== 'string' || !/^(?:\/[\w.~-]+)*$/.test(basePath)) {
    problems.push('basePath must be a path such as /api/clipgraph, without a slash at its end')
  }
  if (cursorSecret !== undefined && (typeof cursorSecret !== 'string' || cursorSecret.length < minSecretLength)) {
    problems.push(`cursorSecret must be a text of at least ${minSecretLength} characters`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    // Any client of the host can send requests, so the limits apply.
    config: configOf(values, false),
    authorize: authorize ?? null,
    plugins,
    basePath,
    cursorSecret: cursorSecret ?? null
  }
}

const minSecretLength = 16
