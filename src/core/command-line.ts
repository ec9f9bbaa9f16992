/** True in an installed package, where the sources are compiled; false in the project's folder. */
const isInstalled = import.meta.url.endsWith('.js')

/** The shell command for a clipgraph command such as `seed --help`. */
export const commandLine = (command: string): string => {
  if (isInstalled) return `npx clipgraph ${command}`
  if (command === 'serve') return 'npm start'
  // Commands whose output may be piped need `-s`, or npm prints its own lines first.
  return `npm run ${/^(?:(?:export|keys|query|schema) |mcp)/.test(command) ? '-s ' : ''}clipgraph -- ${command}`
}
