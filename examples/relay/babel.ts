import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { transformSync } from '@babel/core'

/**
 * What a bundler does in an application: takes out types, turns JSX into calls, and lets babel-plugin-relay put what the
 * compiler generated in place of graphql`…`.
 */
registerHooks({
  resolve: (specifier, context, next) =>
    // Generated files are named without their extension.
    next(specifier.endsWith('.graphql') ? `${specifier}.ts` : specifier, context),
  load(url, context, next) {
    if (!url.endsWith('.tsx')) return next(url, context)
    const filename = fileURLToPath(url)
    const output = transformSync(readFileSync(filename, 'utf8'), {
      filename,
      configFile: false,
      presets: [
        ['@babel/preset-typescript', { onlyRemoveTypeImports: true }],
        ['@babel/preset-react', { runtime: 'automatic' }]
      ],
      plugins: [['relay', { eagerEsModules: true }]]
    })
    return { format: 'module', source: output?.code ?? '', shortCircuit: true }
  }
})
