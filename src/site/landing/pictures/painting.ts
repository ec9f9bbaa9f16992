import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { Renderer } from '@takumi-rs/wasm/node'
import type { Drawing } from './drawing.ts'
import { fontFiles } from './letters.ts'

/** A thread that paints: it is told a drawing and answers with a PNG, one after the other. */
const renderer = new Renderer()
for (const path of fontFiles) renderer.registerFont({ name: 'Inter', data: readFileSync(path) })

parentPort?.on('message', async ({ node, width, height }: Drawing) => {
  const png = await renderer.render(node, { width, height, format: 'png' })
  parentPort?.postMessage(png)
})
