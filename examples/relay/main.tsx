/**
 * Ten posts of a creator with Relay, five at a time: the list is shown, its button pressed, and the list shown again.
 *
 *   node packages/install.ts examples
 *   npm run relay:compile --prefix examples    # after a change to a query or to the schema
 *   CLIPGRAPH_KEY=… npm run -s relay --prefix examples
 *
 * Here the page is rendered without a browser; in one, createRoot of react-dom/client takes the place of create.
 */
import { Suspense } from 'react'
import { RelayEnvironmentProvider } from 'react-relay'
import { act, create, type ReactTestInstance, type ReactTestRenderer } from 'react-test-renderer'
import { Creator } from './creator.tsx'
import { environment } from './environment.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let page: ReactTestRenderer | undefined
await act(async () => {
  page = create(
    <RelayEnvironmentProvider environment={environment}>
      <Suspense fallback="Loading …">
        <Creator username="maya.nguyen" />
      </Suspense>
    </RelayEnvironmentProvider>
  )
})
if (page === undefined) throw new Error('the page was not rendered')
const { root } = page

/** Waits for what was asked of the server to be on the page. */
const items = async (type: 'li' | 'p', count: number): Promise<ReactTestInstance[]> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = root.findAllByType(type)
    if (found.length >= count) return found
    await act(async () => {
      await new Promise((done) => setTimeout(done, 50))
    })
  }
  throw new Error(`the page does not show ${count} elements <${type}>`)
}

await items('li', 5)
await act(async () => root.findByType('button').props.onClick())
for (const [index, { children }] of (await items('li', 10)).entries()) console.log(`${index + 1}. ${children.join('')}`)

// The search is asked for again, by its id, for more of what it finds.
await act(async () => root.findByType('input').props.onChange({ target: { valueAsNumber: 4 } }))
await items('p', 4)
// Relay keeps what was fetched for some minutes, in case the page wants it again.
process.exit()
