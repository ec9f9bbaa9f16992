/**
 * The graphql-js of the server that clipgraph is embedded in: Yoga, its plugins and other executors use it, and refuse a schema of any other
 * copy. In the package everything else has a copy of its own (`packages/build.ts`), so the host's may be of version 16.
 */
export * from 'graphql'
