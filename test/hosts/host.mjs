import { createClipgraph } from 'clipgraph'
import { GraphQLObjectType, GraphQLSchema, GraphQLString, graphql, printSchema, version } from 'graphql'

/** What the hosts have in common: clipgraph under `/data`, a schema of their own, and what they are asked. */
const key = 'a-key-of-hosts'
const creator =
  '{ user(by: { username: "maya.nguyen" }) { username posts(first: 2) { nodes { author { username } } } } }'

export const open = (more = {}) =>
  createClipgraph({ dataUrl: process.env.DATA_URL, keys: key, basePath: '/data', logLevel: 'error', ...more })

export const ownSchema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { hello: { type: GraphQLString, resolve: () => 'own' } } })
})

export const ask = async (url, query = creator, headers = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-key': key, ...headers },
    body: JSON.stringify({ query })
  })
  return { status: response.status, ...(await response.json()) }
}

const execute = ({ schema, context }) => {
  return (source) => graphql({ schema, source, contextValue: context() })
}

/** Prints what the host answers itself and through clipgraph. `served`: clipgraph's schema, executed by the host. */
export const report = async (url, clipgraph, served = execute(clipgraph)) => {
  const rest = await fetch(`${url}/data/api/v1/users/maya.nguyen`, { headers: { 'x-gateway-key': key } })
  const answers = {
    version,
    own: (await ask(`${url}/graphql`, '{ hello }')).data,
    rest: (await rest.json()).data.username,
    mounted: (await ask(`${url}/data/graphql`)).data,
    served: (await served(creator)).data,
    failed: (await served('{ user(by: { username: "nobody.at.all" }) { username } }')).errors?.map(
      (each) => each.message
    ),
    invalid: (await served('{ nothing }')).errors?.map((each) => each.message),
    sdl: printSchema(clipgraph.schema)
  }
  process.stdout.write(JSON.stringify(answers))
}
