import { type Command, Option } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { printData } from '../core/terminal.ts'
import type { Nullability } from '../surfaces/graphql/schema/nullabilities.ts'
import { helpExamples } from './help-examples.ts'

export const addSchema = (program: Command) => {
  const schema = program
    .command('schema')
    .description('the published contracts')
    .addHelpText('after', helpExamples([commandLine('schema print'), 'print the GraphQL schema']))
  schema
    .command('print')
    .description('print the GraphQL schema, or the REST contract')
    .option('--openapi', 'print the REST contract as OpenAPI 3.1')
    .addOption(
      new Option(
        '--nullability <how>',
        'how the GraphQL schema states that a field is null only with an error: @semanticNonNull, or ! (strict)'
      )
        .choices(['semantic', 'strict'] satisfies Nullability[])
        .default('semantic')
        .conflicts('openapi')
    )
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('schema print > schema.graphql'), 'for code generators, editors and compilers'],
        [commandLine('schema print --nullability strict > schema.graphql'), 'for clients that throw on errors'],
        [commandLine('schema print --openapi > openapi.json'), 'for REST clients']
      )
    )
    .action(async ({ openapi, nullability }: { openapi?: true; nullability: Nullability }) => {
      printData(await (openapi ? restContract() : graphqlSchema(nullability)))
    })
}

const graphqlSchema = async (nullability: Nullability): Promise<string> => {
  const [{ printSdl }, { schema }] = await Promise.all([
    import('../surfaces/graphql/schema/nullability.ts'),
    import('../surfaces/graphql/schema/schema.ts')
  ])
  return printSdl(schema, nullability)
}

const restContract = async (): Promise<string> => {
  const { openApi } = await import('../surfaces/rest/openapi.ts')
  return `${JSON.stringify(openApi(), null, 2)}\n`
}
