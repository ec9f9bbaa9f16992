import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Null when the file can be created; otherwise the folder that prevents it. */
export const writableFolder = (path: string): string | null => {
  let folder = dirname(resolve(path))
  while (!existsSync(folder)) folder = dirname(folder)
  try {
    accessSync(folder, constants.W_OK)
    return null
  } catch {
    return folder
  }
}
