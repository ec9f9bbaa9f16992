import type { Command } from 'commander'
import { commandLine } from '../core/command-line.ts'
import { print } from '../core/terminal.ts'
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
    .addHelpText(
      'after',
      helpExamples(
        [commandLine('schema print > schema.graphql'), 'for code generators, editors and compilers'],
        [commandLine('schema print --openapi > openapi.json'), 'for REST clients']
      )
    )
    .action(async ({ openapi }: { openapi?: true }) => {
      print(await (openapi ? restContract() : graphqlSchema()))
    })
}

const graphqlSchema = async (): Promise<string> => {
  const [{ printSdl }, { schema }] = await Promise.all([
    import('../graphql/schema/nullability.ts'),
    import('../graphql/schema/schema.ts')
  ])
  return printSdl(schema)
}

const restContract = async (): Promise<string> => {
  const { openApi } = await import('../rest/openapi.ts')
  return `${JSON.stringify(openApi(), null, 2)}\n`
}
