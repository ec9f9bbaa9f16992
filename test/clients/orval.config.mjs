// biome-ignore lint/style/noDefaultExport: orval loads the default export
export default {
  clipgraph: {
    input: '../../schema/openapi.json',
    output: {
      target: 'generated/orval/api.ts',
      client: 'fetch',
      override: { mutator: { path: './programs/orval-fetch.ts', name: 'fetchWithKey' } }
    }
  }
}
