import { Environment, type FetchFunction, Network, RecordSource, Store } from 'relay-runtime'

const url = process.env.CLIPGRAPH_URL ?? 'http://127.0.0.1:4000'
const key = process.env.CLIPGRAPH_KEY ?? ''

const send: FetchFunction = async ({ text }, variables) => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-key': key },
    body: JSON.stringify({ query: text, variables })
  })
  return response.json()
}

export const environment = new Environment({ network: Network.create(send), store: new Store(new RecordSource()) })
