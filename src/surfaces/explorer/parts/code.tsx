import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import { type AnyVariables, stringifyDocument } from '@urql/core'
import type { SelectionSetNode } from 'graphql'
import { useState } from 'preact/hooks'
import { keysOf } from '../../../core/keys-of.ts'
import { type GraphRequest, type GraphSnippet, graphSnippets, restSnippets } from '../../views/snippets.ts'
import { fullCount } from '../format.ts'
import type { Cost } from '../graph/cost.ts'
import { baseUrl, useKey } from '../session.ts'
import { CodeBlock } from './code-block.tsx'

/** A REST call: the part of the view it returns, and its path. */
export type RestCall = readonly [what: string, path: string]

export type CodeProps = {
  document: TypedDocumentNode<unknown, never>
  variables: AnyVariables
  rest: readonly RestCall[]
  /** The cost of the query, where it is known. */
  cost?: Cost | null
}

type SnippetKind = 'query' | GraphSnippet

const kinds = ['query', ...keysOf(graphSnippets)] as const

const nameOf = (kind: SnippetKind) => (kind === 'query' ? 'GraphQL' : kind)

const keptAs = 'clipgraph-code'

const keptKind = (): SnippetKind => {
  try {
    return kinds.find((kind) => kind === localStorage.getItem(keptAs)) ?? 'query'
  } catch {
    // The browser may forbid storage; the choice then lasts as long as the page.
    return 'query'
  }
}

const keepKind = (kind: SnippetKind) => {
  try {
    localStorage.setItem(keptAs, kind)
  } catch {
    // See above.
  }
}

const Choice = ({ kind, choose }: { kind: SnippetKind; choose: (kind: SnippetKind) => void }) => (
  <fieldset class="row">
    <legend class="unseen">Language</legend>
    {kinds.map((option) => (
      <label key={option} class="button quiet">
        <input type="radio" name="code" value={option} checked={option === kind} onChange={() => choose(option)} />
        {nameOf(option)}
      </label>
    ))}
  </fieldset>
)

/** What rows a query gives: the elements of its connection, else what its only root field is, else its whole answer. */
const rowsOf = ({ definitions }: CodeProps['document']): Pick<GraphRequest, 'path' | 'rows'> => {
  const [operation] = definitions
  const fields = (set: SelectionSetNode | undefined) =>
    set?.selections.flatMap((selection) => (selection.kind === 'Field' ? [selection] : [])) ?? []
  const connectionIn = (set: SelectionSetNode | undefined): Pick<GraphRequest, 'path' | 'rows'> | null => {
    const names = new Set(fields(set).map(({ name }) => name.value))
    if (names.has('pageInfo')) return { path: [], rows: names.has('edges') ? 'edges' : 'nodes' }
    for (const { name, alias, selectionSet } of fields(set)) {
      const found = connectionIn(selectionSet)
      if (found !== null) return { ...found, path: [(alias ?? name).value, ...found.path] }
    }
    return null
  }
  if (operation?.kind !== 'OperationDefinition') return { path: [], rows: null }
  const connection = connectionIn(operation.selectionSet)
  if (connection !== null) return connection
  const roots = fields(operation.selectionSet).map(({ name, alias }) => (alias ?? name).value)
  return { path: roots.length === 1 ? roots : [], rows: null }
}

const restHeading = (calls: number) => {
  if (calls === 0) return 'Only GraphQL has this'
  return calls === 1 ? 'One REST call returns the same' : `${calls} REST calls return the same`
}

/** A query as text or as a program in the chosen language, a link to GraphiQL, and the equivalent REST calls. */
export const Code = ({ document, variables, rest, cost }: CodeProps) => {
  const { text: ownKey, from } = useKey()
  const [kind, setKind] = useState(keptKind)
  // A typed key is private: it does not go into text made for copying.
  const key = from === 'own' && ownKey !== null ? ownKey : 'YOUR_KEY'
  const query = stringifyDocument(document)
  const values = JSON.stringify(variables, null, 2)
  const address = `/graphql?${new URLSearchParams({ query, variables: values, run: '' })}`
  return (
    <div class="columns">
      <section class="stack" aria-label="GraphQL">
        <div class="title-line">
          <h3>One GraphQL query</h3>
          <a class="button quiet" href={address} target="_blank" rel="noopener">
            Run it in GraphiQL
          </a>
        </div>
        {cost != null && (
          <p class="quiet small cost">
            Cost: {cost.points} of {fullCount(cost.limit)} points, {cost.reads} reads, {Math.round(cost.tookMs)} ms.
          </p>
        )}
        <Choice
          kind={kind}
          choose={(chosen) => {
            keepKind(chosen)
            setKind(chosen)
          }}
        />
        {kind === 'query' ? (
          <>
            <CodeBlock label="GraphQL query" text={query} />
            <p class="quiet small">Variables</p>
            <CodeBlock label="Variables of the query" text={values} />
          </>
        ) : (
          <CodeBlock
            key={kind}
            label={`The query with ${nameOf(kind)}`}
            text={graphSnippets[kind]({ ...rowsOf(document), query, variables: variables ?? {}, baseUrl, key })}
          />
        )}
      </section>
      <section class="stack" aria-label="REST">
        <h3>{restHeading(rest.length)}</h3>
        {rest.map(([what, path]) => (
          <div key={path}>
            <p class="quiet small">{what}</p>
            <CodeBlock label={`curl command: ${what}`} text={restSnippets.curl({ url: baseUrl + path, key })} />
          </div>
        ))}
        <p class="quiet small">
          All operations are in the <a href="/docs">REST reference</a>.
        </p>
      </section>
    </div>
  )
}
