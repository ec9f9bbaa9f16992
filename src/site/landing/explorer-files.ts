import { readFileSync } from 'node:fs'
import type { Route } from '../../http/route.ts'
import { assetRoute, scriptType, styleType } from '../frame/asset.ts'

const file = (name: string, type: string): Route =>
  assetRoute('explorer', name, type, readFileSync(new URL(`./explorer/${name}`, import.meta.url)))

const script = file('explorer.js', scriptType)
const styles = file('explorer.css', styleType)

/** Where the explorer's files are. */
export const explorerFiles = { script: script.pattern, styles: styles.pattern } as const

/** The explorer as `npm run generate` built it: nothing is built to serve it. */
export const explorerRoutes: readonly Route[] = [script, styles]
