import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codegen } from '@graphql-codegen/core'
import * as typedDocuments from '@graphql-codegen/typed-document-node'
import * as operationTypes from '@graphql-codegen/typescript-operations'
import { parse, printSchema } from 'graphql'
import { bundle as bundleStyles } from 'lightningcss'
import { rolldown } from 'rolldown'
import { schema } from './src/graphql/schema/schema.ts'
import { openApi } from './src/rest/openapi.ts'

/**
 * Generates the published contracts, the typed documents and the explorer's bundle. `npm run generate` writes them; a test fails when what is committed
 * differs from what this makes.
 */

const operationsFolder = new URL('schema/operations/', import.meta.url)

const typedOperations = async (sdl: string): Promise<string> => {
  const documents = readdirSync(operationsFolder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => ({
      location: name,
      document: parse(readFileSync(new URL(name, operationsFolder), 'utf8'))
    }))
  const code = await codegen({
    filename: 'schema/typed/operations.ts',
    schema: parse(sdl),
    documents,
    config: {
      useTypeImports: true,
      enumType: 'string-literal',
      // The client's own type, which needs no package where the client is installed.
      documentNodeImport: '../../src/client/typed-document.ts#TypedDocument',
      skipTypename: true,
      immutableTypes: true,
      scalars: {
        Count: 'number',
        DateTime: 'string',
        CountryCode: 'string'
      }
    },
    plugins: [{ types: {} }, { documents: {} }],
    pluginMap: { types: operationTypes, documents: typedDocuments }
  })
  return `/** Generated from schema/operations by \`npm run generate\`. */\n${code}`
}

const explorerFolder = new URL('src/explorer/', import.meta.url)

/** What the explorer's files hold besides this project's own code. */
const explorerParts = ['@0no-co/graphql.web', '@urql/core', 'preact', 'uplot', 'wonka']

const explorerNotice = `/*! Generated from src/explorer by \`npm run generate\`. Holds ${explorerParts.join(', ')}, each under the MIT licence: licences.txt beside this file in the repository. */`

const explorerLicences = (): string =>
  explorerParts
    .map((name) => {
      const folder = new URL(`node_modules/${name}/`, import.meta.url)
      const file = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file))
      if (file === undefined) throw new Error(`${name} has no licence`)
      return `${name}\n\n${readFileSync(new URL(file, folder), 'utf8').replaceAll('\r\n', '\n').trim()}\n`
    })
    .join('\n\n')

/** The explorer as one script for the browser. The typed documents come from what was just generated, not from the disk. */
const explorerScript = async (operations: string): Promise<string> => {
  const build = await rolldown({
    input: fileURLToPath(new URL('main.tsx', explorerFolder)),
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    platform: 'browser',
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' }, target: 'es2022' },
    plugins: [
      {
        name: 'fresh-operations',
        load: (id) => (id.endsWith('/schema/typed/operations.ts') ? operations : null)
      }
    ]
  })
  const { output } = await build.generate({ format: 'es', minify: true, comments: false, codeSplitting: false })
  await build.close()
  const [script, ...others] = output
  if (others.length > 0) throw new Error('the explorer must be one file')
  return `${explorerNotice}\n${script.code.trimEnd()}\n`
}

const explorerStyles = (): string => {
  const { code } = bundleStyles({
    filename: fileURLToPath(new URL('styles/explorer.css', explorerFolder)),
    minify: true,
    // light-dark(), which this leaves alone, is the youngest thing the styles use.
    targets: { chrome: 123 << 16, firefox: 120 << 16, safari: (17 << 16) | (5 << 8) }
  })
  return `${code.toString().trimEnd()}\n`
}

/** Every generated file by its path below the project's folder. */
export const generated = async (): Promise<Record<string, string>> => {
  const sdl = `${printSchema(schema)}\n`
  const operations = await typedOperations(sdl)
  return {
    'schema/schema.graphql': sdl,
    'schema/openapi.json': `${JSON.stringify(openApi(), null, 2)}\n`,
    'schema/typed/operations.ts': operations,
    'src/site/landing/explorer/explorer.js': await explorerScript(operations),
    'src/site/landing/explorer/explorer.css': explorerStyles(),
    'src/site/landing/explorer/licences.txt': explorerLicences()
  }
}

if (import.meta.main) {
  for (const folder of ['schema/typed', 'src/site/landing/explorer']) {
    mkdirSync(new URL(folder, import.meta.url), { recursive: true })
  }
  for (const [path, text] of Object.entries(await generated())) writeFileSync(new URL(path, import.meta.url), text)
}
