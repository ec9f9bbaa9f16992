import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isLeftOut } from './left-out.ts'

const folder = resolve(import.meta.dirname, '../../shared/samples')

/** A feed that a collector wrote. It is other people's data, so it lies beside the project and never in it. */
const collected = (name: string) => {
  const file = resolve(folder, name)
  const why = `what an import makes of ${name}, which is not in ../shared/samples`
  return { name, file, isLeftOut: isLeftOut(existsSync(file), why, { evenInCi: true }) }
}

export const mixedFeed = collected('collector_500.json')
export const creatorFeed = collected('collector_user_40.json')
