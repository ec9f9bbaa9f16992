/* biome-ignore-all lint/correctness/noUnusedVariables: editor.js uses them, in one file with it. */

// Sends queries as they are written and passes answers on as they are, part by part. The fetcher that comes with GraphiQL prints queries
// anew and leaves out where errors are.

const keyHeader = 'x-gateway-key'

/** The payloads of an answer that comes in events. */
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

/** Just after a change of tabs GraphiQL still gives the name of the operation before: a name that the query does not have is left out. */
const withOwnName = ({ operationName, ...request }) =>
  new RegExp(`\\b(?:query|mutation|subscription)\\s+${operationName}\\b`).test(request.query)
    ? { ...request, operationName }
    : request

/** A fetcher that sends a key with each request in which the headers give no other. `key` returns it, or an empty text. */
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
    // Stopped while it waits for a part, it waits no longer.
    events.return = () => reader.cancel()
    return events
  }
