// biome-ignore lint/style/noDefaultExport: the generator loads the default export
export default {
  input: '../../schema/openapi.json',
  output: 'generated/hey-api',
  plugins: ['@hey-api/client-fetch', '@hey-api/sdk', '@hey-api/typescript']
}
