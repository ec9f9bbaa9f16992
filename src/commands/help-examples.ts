/** Examples below a command's options, ready to copy in the project's folder. */
export const helpExamples = (...examples: readonly [command: string, meaning: string][]): string => {
  const width = Math.max(...examples.map(([command]) => command.length))
  return ['', 'Examples:', ...examples.map(([command, meaning]) => `  ${command.padEnd(width)}   ${meaning}`)].join(
    '\n'
  )
}
