/** Loads clipgraph as it is: bundled, it would not find the files it reads. */
const config = { serverExternalPackages: ['clipgraph'] }

// biome-ignore lint/style/noDefaultExport: Next.js loads the default export
export default config
