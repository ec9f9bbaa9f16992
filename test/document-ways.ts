import { createHash } from 'node:crypto'
import { type GraphQLAnswer, type TestServer, testKey } from './server.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export type Question = Record<string, unknown>
export type Way = { name: string; send: (server: TestServer, question: Question, accept?: string) => Promise<Response> }

export const json = 'application/json'
export const graphqlJson = 'application/graphql-response+json'
export const headers = (accept: string) => ({ 'x-gateway-key': testKey, accept })

export const inAddress = (question: Question) => {
  const given = Object.entries(question).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value)
  ])
  return `/graphql?${new URLSearchParams(given)}`
}

/** Every form a request may have; some take the short way and some do not. */
export const ways: Way[] = [
  ...[json, 'application/json; charset=UTF-8', 'application/graphql+json'].map((type) => ({
    name: `POST as ${type}`,
    send: (server: TestServer, question: Question, accept = json) =>
      fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { ...headers(accept), 'content-type': type },
        body: JSON.stringify(question)
      })
  })),
  {
    name: 'GET',
    send: (server, question, accept = json) => fetch(server.url + inAddress(question), { headers: headers(accept) })
  },
  {
    name: 'GET with a content-type',
    send: (server, question, accept = json) =>
      fetch(server.url + inAddress(question), { headers: { ...headers(accept), 'content-type': json } })
  }
]
const [byPost, , , byGet, byTypedGet] = ways as [Way, Way, Way, Way, Way]

export { byGet, byPost, byTypedGet }

export const answerTo = async (response: Response | Promise<Response>) => {
  const { status, headers: received, ...rest } = await response
  const body = (await (await response).json()) as GraphQLAnswer
  return { status, headers: received, ...rest, body, error: body.errors?.[0] }
}

export const apq = (sha256Hash: unknown, version: unknown = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } }
})
