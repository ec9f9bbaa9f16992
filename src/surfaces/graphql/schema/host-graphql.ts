/**
 * The graphql-js of the server that embeds clipgraph: Yoga, its plugins and other executors use it, and refuse a schema of any other copy. In
 * the package all other code uses a separate copy (`packages/build.ts`), so the host's may be version 16.
 */
export * from 'graphql'
