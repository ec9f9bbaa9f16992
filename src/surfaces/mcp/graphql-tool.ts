import { andThen } from '../../core/awaitable.ts'
import { bytesOf } from '../../core/byte-text.ts'
import { invalidParam } from '../../core/errors.ts'
import { examples } from '../../services/examples.ts'
import { answerText, type QueryRequest } from '../graphql/query/answer.ts'
import { isBeyond } from '../graphql/query/limits.ts'
import { schema } from '../graphql/schema/schema.ts'
import { refuseUnknownArguments } from './arguments.ts'
import { type Advice, maxResultBytes, maxResultLength, refuseTooLong, tooLong } from './result-size.ts'
import type { Tool, ToolArguments, ToolJson } from './tool.ts'

const example = {
  query: `query ($username: String!) { user(by: { username: $username }) { displayName followersCount posts(first: 3) { nodes { caption plays sound { title } } } } }`,
  variables: { username: examples.username }
}

const roots = Object.keys(schema.getQueryType()?.getFields() ?? {}).join(', ')

const shorten = (): Advice => ({ param: 'query', advice: 'ask for fewer elements (`first`) or fewer fields' })

/** One query of the graph, under the limits of the endpoint. */
export const graphqlTool: Tool = {
  name: 'graphql',
  title: 'A GraphQL query',
  description: [
    'Runs one GraphQL query over the same data: best where one answer needs several things, such as posts with their sounds, or only some fields.',
    `Fields to begin with: ${roots}.`,
    'Lists take `first` and `after`, and have nodes { … } and pageInfo { hasNextPage endCursor }.',
    'Fields of a type: { __type(name: "Post") { fields { name description type { name } } } }; the whole schema is the resource clipgraph://schema.graphql.',
    `A query that may cost too much is refused before it runs, with what is allowed; an answer has at most ${maxResultLength} characters.`,
    `Example: ${JSON.stringify(example)}`
  ].join(' '),
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, description: 'The document.' },
      variables: { type: 'object', description: 'Values of its variables, by name.' },
      operationName: { type: 'string', description: 'Which operation to run, if the document has several.' }
    },
    required: ['query'],
    additionalProperties: false
  },
  run({ deps, queries }, scope, given) {
    const question = { ...readRequest(given), usableBytes: maxResultBytes }
    return andThen(queries.ask(question, { deps, scope }), (answer) => {
      if (answer.errors.some((error) => isBeyond('answerBytes', error))) {
        throw tooLong(`more than ${maxResultLength} characters`, shorten())
      }
      const json = bytesOf(answerText(answer, scope)).toString()
      // Checked before parsing: the text may be a thousand times too long.
      refuseTooLong(json, shorten)
      // The text is always an object.
      const content = JSON.parse(json) as ToolJson
      return answer.data === null ? { content: { ...content, hint: nothingRan }, failed: true } : { content }
    })
  },
  shorten
}

const nothingRan = 'Nothing ran. Correct the query by what `errors` say and call again.'

const readRequest = (given: ToolArguments): QueryRequest => {
  refuseUnknownArguments(given, Object.keys(graphqlTool.inputSchema.properties as object))
  const { query, variables = null, operationName = null } = given
  if (typeof query !== 'string') throw invalidParam('query', 'must be the text of a GraphQL document')
  if (typeof variables !== 'object' || Array.isArray(variables)) {
    throw invalidParam('variables', 'must be an object with the values by name, not a text of JSON')
  }
  if (operationName !== null && typeof operationName !== 'string') {
    throw invalidParam('operationName', 'must be a text')
  }
  // A JSON object has string keys.
  return { query, variables: variables as ToolArguments | null, operationName }
}
