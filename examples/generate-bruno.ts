import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { exampleValues } from '../src/surfaces/rest/example-values.ts'
import { operations, type RestOperation } from '../src/surfaces/rest/operations.ts'

/**
 * Makes the Bruno collection of the REST operations out of the table that routing and OpenAPI read.
 * `npm run generate` writes it; a test fails when what is committed differs from what this makes.
 */

/** Every file of the collection by its path below the collection's folder. */
export const collection = (): Record<string, string> => {
  const groups = [...new Set(operations.map(({ group }) => group))]
  const files: Record<string, string> = {
    'bruno.json': `${JSON.stringify({ version: '1', name: 'clipgraph', type: 'collection' }, null, 2)}\n`,
    'collection.bru': blocks(
      block('headers', ['x-gateway-key: {{key}}']),
      block('docs', [
        'The REST operations of clipgraph, each with values that work against the data set it makes for itself.',
        '',
        'Choose the environment `local` and put the key that `npm start` prints into its variable `key`.'
      ])
    ),
    // A secret is kept by Bruno, not in the file.
    'environments/local.bru': blocks(block('vars', ['url: http://127.0.0.1:4000']), 'vars:secret [\n  key\n]')
  }
  groups.forEach((group, index) => {
    files[`${group}/folder.bru`] = blocks(block('meta', [`name: ${group}`, `seq: ${index + 1}`]))
    operations
      .filter((operation) => operation.group === group)
      .forEach((operation, place) => {
        files[`${group}/${operation.id}.bru`] = request(operation, place + 1)
      })
  })
  return files
}

const request = (operation: RestOperation, place: number): string => {
  const path = operation.path.replace(/\{(\w+)\}/g, ':$1')
  const sentValues = exampleValues(operation)
  const parameters = Object.entries(operation.input).map(([name, input]) => {
    const isInPath = operation.path.includes(`{${name}}`)
    return { ...input, name, isInPath, isSent: name in sentValues }
  })
  const inQuery = parameters.filter(({ isInPath }) => !isInPath)
  const sent = inQuery.filter(({ isSent }) => isSent).map(({ name, example }) => `${name}=${example}`)
  return blocks(
    block('meta', [`name: ${operation.summary}`, 'type: http', `seq: ${place}`]),
    block('get', [`url: {{url}}${path}${sent.length === 0 ? '' : `?${sent.join('&')}`}`, 'body: none', 'auth: none']),
    // Those behind a ~ are there to be switched on.
    block(
      'params:query',
      inQuery.map(({ name, example, isSent }) => `${isSent ? '' : '~'}${name}: ${example}`)
    ),
    block(
      'params:path',
      parameters.filter(({ isInPath }) => isInPath).map(({ name, example }) => `${name}: ${example}`)
    ),
    block('assert', ['res.status: eq 200', 'res.body.error: isNull']),
    block('docs', [
      `${operation.summary}.`,
      '',
      ...parameters.map(
        ({ name, description, required }) => `- \`${name}\`${required ? '' : ' (optional)'}: ${description}`
      )
    ])
  )
}

/** One block of a .bru file; nothing when there is nothing in it. */
const block = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}`

const blocks = (...parts: readonly string[]): string => `${parts.filter((part) => part !== '').join('\n\n')}\n`

if (import.meta.main) {
  const folder = new URL('bruno/', import.meta.url)
  // A renamed operation leaves no file behind.
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(collection())) {
    mkdirSync(new URL(`${dirname(path)}/`, folder), { recursive: true })
    writeFileSync(new URL(path, folder), text)
  }
}
