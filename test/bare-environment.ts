import { fileURLToPath } from 'node:url'

/**
 * Where commands keep what was compiled of them, told from outside: most of the time of a short one goes into what is loaded before it can
 * look there by itself.
 */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/clipgraph', import.meta.url))
}

/** What a process of its own takes over from this one: nothing that was set for servers where the tests run. */
export const bareEnvironment = (): Record<string, string> => ({ PATH: process.env.PATH ?? '', ...compileCache })
