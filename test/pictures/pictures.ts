import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examples } from '../../src/services/examples.ts'
import { launch } from '../browser/chromium.ts'
import { openView } from '../browser/explorer-views.ts'
import { startOwnDataServer } from '../browser/own-data-server.ts'
import { inputsHash, madeFrom, pictureFolder } from './inputs.ts'
import { wayOfARequest } from './way-of-a-request.ts'

/** The pictures of the README: a creator in the explorer, light and dark, and the way of a request. Takes half a minute. */
const server = await startOwnDataServer()
const browser = await launch()
mkdirSync(pictureFolder, { recursive: true })
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      colorScheme,
      baseURL: server.url
    })
    const page = await context.newPage()
    await openView(page, `/?creator=${examples.username}`)
    await page.locator('.chart svg').first().waitFor()
    await page.waitForLoadState('networkidle')
    const devtools = await context.newCDPSession(page)
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
    writeFileSync(join(pictureFolder, `explorer-${colorScheme}.webp`), Buffer.from(data, 'base64'))
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
}
writeFileSync(join(pictureFolder, 'way-of-a-request.svg'), wayOfARequest())
writeFileSync(madeFrom, `${inputsHash()}\n`)
