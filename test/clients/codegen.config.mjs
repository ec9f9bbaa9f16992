import scalars from '../../schema/scalars.json' with { type: 'json' }

// biome-ignore lint/style/noDefaultExport: the generator loads the default export
export default {
  schema: '../../schema/schema.graphql',
  documents: 'programs/codegen.ts',
  generates: {
    'generated/codegen/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: { useTypeImports: true, scalars }
    }
  }
}
