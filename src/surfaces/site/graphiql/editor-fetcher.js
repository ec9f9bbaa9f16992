/* biome-ignore-all lint/correctness/noUnusedVariables: editor.js uses them, in one file with it. */

// Sends queries in their original form and passes answers on unchanged, part by part. GraphiQL's own fetcher reformats queries and omits the
// locations of errors.

const keyHeader = 'x-gateway-key'

/** The payloads of an answer as an event stream. */
async function* eventsOf(reader) {
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const data = /^data: ?(.+)$/m.exec(event)?.[1]
      if (data) yield JSON.parse(data)
    }
  }
}

/** Omits an operation name that the query does not have: just after a change of tabs, GraphiQL still passes the previous name. */
const withOwnName = ({ operationName, ...request }) =>
  new RegExp(`\\b(?:query|mutation|subscription)\\s+${operationName}\\b`).test(request.query)
    ? { ...request, operationName }
    : request

/** A fetcher that adds a key to each request whose headers have none. `key` returns it, or an empty text. */
const fetcherWith =
  (key) =>
  async (request, { headers = {} } = {}) => {
    const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === keyHeader)
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream;q=0.9',
        ...(!isGiven && key() !== '' && { [keyHeader]: key() }),
        ...headers
      },
      body: JSON.stringify(withOwnName(request)),
      credentials: 'omit'
    })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.json()
    const reader = response.body.getReader()
    const events = eventsOf(reader)
    // Stopping it also ends the wait for the next part.
    events.return = () => reader.cancel()
    return events
  }
