import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

const ours = fileURLToPath(new URL('../..', import.meta.url))
// Preact has React's types and does what React does; React itself is no part of this project.
const compat = join(ours, 'node_modules/preact/compat')
const jsx = join(ours, 'node_modules/preact/jsx-runtime')
const client = join(ours, 'src/client/client.ts')

const config = {
  extends: join(ours, 'tsconfig.json'),
  compilerOptions: {
    lib: ['esnext', 'dom'],
    types: [],
    jsx: 'react-jsx',
    jsxImportSource: 'preact',
    paths: {
      react: [join(compat, 'src/index.d.ts')],
      'react-dom/client': [join(compat, 'client.d.ts')],
      'preact/jsx-runtime': [join(jsx, 'src/index.d.ts')],
      'clipgraph-client': [client]
    }
  },
  include: ['*.tsx']
}

/** A new project of somebody else, in a folder of its own, with React and the typed client. */
export type ReactProject = {
  folder: string
  /** What the compiler finds wrong. */
  check: () => Promise<string>
  /** The program of `main.tsx` as one script for browsers. */
  build: () => Promise<string>
  remove: () => void
}

export const newReactProject = (files: Readonly<Record<`${string}.tsx`, string>>): ReactProject => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-react-'))
  const all = {
    ...files,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify(config)
  }
  for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
  return {
    folder,
    async check() {
      const { stdout } = await promisify(execFile)('tsc', ['-p', folder]).catch((failed: { stdout: string }) => failed)
      return stdout
    },
    async build() {
      const bundle = await rolldown({
        input: join(folder, 'main.tsx'),
        platform: 'browser',
        tsconfig: false,
        resolve: {
          alias: {
            'react-dom/client': join(compat, 'client.mjs'),
            'preact/compat': join(compat, 'dist/compat.mjs'),
            react: join(compat, 'dist/compat.mjs'),
            'preact/jsx-runtime': join(jsx, 'dist/jsxRuntime.mjs'),
            'clipgraph-client': client
          }
        },
        transform: { jsx: { runtime: 'automatic', importSource: 'preact' } }
      })
      const { output } = await bundle.generate({ format: 'es', codeSplitting: false })
      await bundle.close()
      return output[0].code
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}
