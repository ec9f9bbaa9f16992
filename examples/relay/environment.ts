import { Environment, type GraphQLResponse, Network, Observable, RecordSource, Store } from 'relay-runtime'

type Payload = GraphQLResponse & { incremental?: Part[]; hasNext?: boolean }
type Part = { data?: object; items?: object[]; path: (string | number)[]; label: string; errors?: [] }

/** The payloads of an answer: one, or one for each part that comes, after a boundary or as an event. */
async function* payloadsOf(response: Response): AsyncGenerator<Payload> {
  const type = response.headers.get('content-type') ?? ''
  if (response.body === null || type.startsWith('application/')) return yield await response.json()
  const separator = type.startsWith('multipart/mixed') ? '\r\n---' : '\n\n'
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const pieces = (text + chunk).split(separator)
    text = pieces.pop() ?? ''
    for (const piece of pieces) if (piece.includes('{')) yield JSON.parse(piece.slice(piece.indexOf('{')))
  }
}

/** Relay takes each part as a response of its own, and each element of a streamed list. */
const responsesOf = ({ incremental, hasNext = false, ...first }: Payload): GraphQLResponse[] => {
  const isLast = { extensions: { is_final: !hasNext } }
  if (incremental === undefined) return [{ ...first, ...isLast } as GraphQLResponse]
  return incremental.flatMap(({ data, items, path, ...rest }) => {
    const at = Number(path.at(-1))
    const parts = items?.map((item, index) => ({ data: item, path: [...path.slice(0, -1), at + index] }))
    return (parts ?? [{ data, path }]).map((part) => ({ ...rest, ...part, ...isLast }) as GraphQLResponse)
  })
}

export const connect = (url: string, key: string, accept = 'multipart/mixed, application/json') =>
  new Environment({
    network: Network.create(({ text }, variables) =>
      Observable.create((sink) => {
        const leaving = new AbortController()
        const read = async () => {
          const response = await fetch(`${url}/graphql`, {
            method: 'POST',
            headers: { accept, 'content-type': 'application/json', 'x-gateway-key': key },
            body: JSON.stringify({ query: text, variables }),
            signal: leaving.signal
          })
          for await (const payload of payloadsOf(response)) for (const each of responsesOf(payload)) sink.next(each)
        }
        read().then(sink.complete, sink.error)
        return () => leaving.abort()
      })
    ),
    store: new Store(new RecordSource())
  })

export const environment = connect(
  process.env.CLIPGRAPH_URL ?? 'http://127.0.0.1:4000',
  process.env.CLIPGRAPH_KEY ?? ''
)
