import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type AnyVariables, stringifyDocument } from '@urql/core'
import { baseUrl, useKey } from '../session.ts'
import { CodeBlock } from './code-block.tsx'
import { CodeIcon } from './icons.tsx'

/** One REST call: what of the view it gives, and its path. */
export type RestCall = readonly [what: string, path: string]

type BehindProps<D, V> = { document: TypedDocumentNode<D, V>; variables: V; rest: readonly RestCall[] }

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The query that filled a view, ready to run in GraphiQL, and the REST calls that give the same. */
export const Behind = <D, V extends AnyVariables>({ document, variables, rest }: BehindProps<D, V>) => {
  const { text: key, from } = useKey()
  // A typed key belongs to whoever typed it: it does not go into text that is made for copying.
  const shownKey = from === 'own' && key !== null ? key : 'YOUR_KEY'
  const query = stringifyDocument(document)
  const values = JSON.stringify(variables, null, 2)
  const address = `/graphql?${new URLSearchParams({ query, variables: values })}`
  return (
    <details class="behind">
      <summary>
        <CodeIcon /> The query behind this view
      </summary>
      <div class="pair">
        <section aria-label="GraphQL">
          <h2>One GraphQL query</h2>
          <p>
            <a class="button" href={address} target="_blank" rel="noopener">
              Run it in GraphiQL
            </a>
          </p>
          <CodeBlock label="GraphQL query" text={query} />
          <p class="quiet">Variables</p>
          <CodeBlock label="Variables of the query" text={values} />
        </section>
        <section aria-label="REST">
          <h2>{rest.length === 1 ? 'One REST call gives the same' : `${rest.length} REST calls give the same`}</h2>
          {rest.map(([what, path]) => (
            <div key={path}>
              <p class="quiet">{what}</p>
              <CodeBlock
                label={`curl command: ${what}`}
                text={`curl -H ${quoted(`x-gateway-key: ${shownKey}`)} ${quoted(baseUrl + path)}`}
              />
            </div>
          ))}
          <p class="quiet">
            All operations are in the <a href="/docs">REST reference</a>.
          </p>
        </section>
      </div>
    </details>
  )
}
