import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** The program in the folder of another checkout; older ones have it in TypeScript. */
export const programIn = (folder: string): string => {
  const program = resolve(folder, 'src/commands/main.js')
  return existsSync(program) ? program : resolve(folder, 'src/main.ts')
}
