import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '../..')

export const pictureFolder: string = join(project, 'docs/pictures')

/** Where it stands from what the pictures were made. */
export const madeFrom: string = join(pictureFolder, 'made-from.txt')

/** What decides how the pictured view looks. What else changes may wait for the next time they are taken. */
const inputs = [
  'src/surfaces/explorer/styles/*.css',
  'src/surfaces/explorer/charts/*',
  'src/surfaces/explorer/parts/{chart-panel,creator-charts,header,scorecard,tabs}.tsx',
  'src/surfaces/explorer/views/creator{,-head}.tsx',
  'src/surfaces/site/media/*.ts'
]

/** Stands for the contents of the inputs. */
export const inputsHash = (): string => {
  const hash = createHash('sha256')
  for (const file of globSync(inputs, { cwd: project }).sort()) {
    hash.update(`${file}\n`).update(readFileSync(join(project, file)))
  }
  return hash.digest('base64url')
}
