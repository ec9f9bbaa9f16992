import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { AnyVariables } from '@urql/core'
import type { ComponentChild } from 'preact'
import { ask } from '../graph/client.ts'
import type { LoadedPage } from '../graph/use-feed.ts'
import { type QueryState, useQuery } from '../graph/use-query.ts'
import type { PostTile } from '../parts/post-grid.tsx'
import { type RestCall, ShowQuery } from '../parts/show-query.tsx'
import { Empty } from '../parts/states.tsx'
import { useTitle } from '../parts/use-title.ts'
import { tileColumns } from '../table/tile-columns.ts'
import { FeedOfPosts } from './feed-of-posts.tsx'
import { Loaded } from './loaded.tsx'
import { Part } from './optional-section.tsx'

export type ThingProps<D, V, K extends keyof D> = {
  /** Its field in the answer, and the noun for it where that is another. */
  of: K
  what?: string
  id: string
  document: TypedDocumentNode<D, V>
  variables: V
  titleOf: (thing: NonNullable<D[K]>) => string
  /** The equivalent REST calls; some are known only with the thing. */
  restOf: (thing: NonNullable<D[K]> | null) => readonly RestCall[]
  /** `queryButton`: the button that shows its query. */
  children: (thing: NonNullable<D[K]>, queryButton: ComponentChild, answer: QueryState<D>) => ComponentChild
}

/** The page of one thing with an id. */
export const Thing = <D, V extends AnyVariables, K extends keyof D & string>(props: ThingProps<D, V, K>) => {
  const { of, what = of, id, document, variables, titleOf, restOf, children } = props
  const answer = useQuery(document, variables)
  // The global id may belong to another type, of which the query selects no fields.
  const thingIn = (data: D) => (Object.keys(data[of] ?? {}).length === 0 ? null : (data[of] ?? null))
  const thing = answer.data && thingIn(answer.data)
  useTitle(thing === null ? undefined : titleOf(thing))
  const queryButton = <ShowQuery document={document} variables={variables} rest={restOf(thing)} />
  return (
    <Loaded answer={answer} of={thingIn} what={what} requested={id} queryButton={queryButton}>
      {(thing) => children(thing, queryButton, answer)}
    </Loaded>
  )
}

type ThingWithPostsProps<D, V, K extends keyof D> = Omit<ThingProps<D, V, K>, 'restOf' | 'children'> & {
  /** REST calls of the thing itself. */
  rest: readonly RestCall[]
  /** The REST list of its posts, where there is one, the words that lead to it, and the name of an export. */
  path: string | null
  inWords: string
  exportedAs: (thing: NonNullable<D[K]>) => string
  /** Why there may be no posts. */
  none: string
  /** All that stands above its posts. */
  children: (thing: NonNullable<D[K]>, queryButton: ComponentChild) => ComponentChild
}

/** The page of a thing that ends with its posts. */
export const ThingWithPosts = <
  D extends { readonly [P in K]: { readonly posts: LoadedPage<PostTile> | null } | null },
  V extends { first: number; after?: string },
  K extends keyof D & string
>(
  props: ThingWithPostsProps<D, V, K>
) => {
  const { of, document, variables, rest, path, inWords, exportedAs, none, children } = props
  const pageOf = (data: D) => data[of]?.posts ?? null
  return (
    <Thing {...props} restOf={() => (path === null ? rest : [...rest, [inWords, `${path}?count=${variables.first}`]])}>
      {(thing, queryButton, answer) => (
        <>
          {children(thing, queryButton)}
          <Part answer={answer} of={thing.posts} field="posts">
            {(posts) => (
              <FeedOfPosts
                id={path ?? props.id}
                first={posts}
                listed={{
                  what: exportedAs(thing),
                  ...(path === null
                    ? { query: { document, variables, columns: tileColumns, perPage: 50, pageOf } }
                    : { path, perPage: variables.first })
                }}
                load={async (after) => pageOf(await ask(document, { ...variables, after }))}
              >
                <Empty title="No posts">
                  <p>{none}</p>
                </Empty>
              </FeedOfPosts>
            )}
          </Part>
        </>
      )}
    </Thing>
  )
}
