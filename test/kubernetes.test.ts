import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { run } from './checkout.ts'
import { everything, hasKeys, render } from './helm.ts'
import { isLeftOut } from './ignored-terms.ts'

const project = resolve(import.meta.dirname, '..')
const installed = join(project, 'test/linters/node_modules')
const haveNone = isLeftOut(
  existsSync(join(installed, 'kubernetes-models')),
  'the chart by the schemas of Kubernetes; install them: npm run linters:install'
)

type Document = { apiVersion: string; kind: string }
// What the Prometheus operator adds to a cluster is in no schema of Kubernetes.
const documents = [hasKeys, everything, { ...hasKeys, data: { existingClaim: 'data' } }]
  .flatMap((given) => render(given).documents as Document[])
  .filter(({ apiVersion }) => !apiVersion.startsWith('monitoring.coreos.com/'))
/** `apps/v1/Deployment`, and `v1/Service`. */
const nameOf = ({ apiVersion, kind }: Document) => `kubernetes-models/${apiVersion}/${kind}`

describe.skipIf(haveNone)('what the chart renders', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-kubernetes-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('has the values that Kubernetes takes', async () => {
    expect(documents.length).toBeGreaterThan(15)
    for (const document of documents) {
      const { [document.kind]: Model } = await import(pathToFileURL(join(installed, `${nameOf(document)}.js`)).href)
      expect(() => new Model(document).validate()).not.toThrow()
    }
  })

  // The schemas let unknown fields pass, as Kubernetes does without a word; types of literals do not.
  const compiled = (given: readonly Document[]) => {
    const literals = given.map(
      (document, index) => `import type { I${document.kind} as T${index} } from '${nameOf(document)}'
      export const document${index}: T${index} = ${JSON.stringify(document, null, 1)}`
    )
    writeFileSync(join(folder, 'documents.ts'), literals.join('\n'))
    return run(`${join(project, 'node_modules/.bin/tsc')} -p .`, folder)
  }

  test('has only fields that Kubernetes knows', async () => {
    symlinkSync(installed, join(folder, 'node_modules'))
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2024',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: []
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['documents.ts'] }))
    expect(await compiled(documents)).toMatchObject({ code: 0, stdout: '' })
    const wrong = { apiVersion: 'v1', kind: 'Service', spec: { selektor: {} } }
    expect((await compiled([wrong])).stdout).toContain('selektor')
  })
})
