/** Compiled, this is an installed package; as it was written, the project's folder. */
const isInstalled = import.meta.url.endsWith('.js')

/** What a person types here for a command of clipgraph, such as `seed --help`. */
export const commandLine = (command: string): string => {
  if (isInstalled) return `npx clipgraph ${command}`
  if (command === 'serve') return 'npm start'
  // npm's own lines must not stand before what these print.
  return `npm run ${/^(?:(?:export|keys|schema) |mcp)/.test(command) ? '-s ' : ''}clipgraph -- ${command}`
}
