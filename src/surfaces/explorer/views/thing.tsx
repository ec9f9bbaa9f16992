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
  /** `behind`: the button that shows its query. */
  children: (thing: NonNullable<D[K]>, behind: ComponentChild, answer: QueryState<D>) => ComponentChild
}

/** The page of one thing with an id. */
export const Thing = <D, V extends AnyVariables, K extends keyof D & string>(props: ThingProps<D, V, K>) => {
  const { of, what = of, id, document, variables, titleOf, restOf, children } = props
  const answer = useQuery(document, variables)
  const thing = answer.data?.[of] ?? null
  useTitle(thing === null ? undefined : titleOf(thing))
  const behind = <ShowQuery document={document} variables={variables} rest={restOf(thing)} />
  return (
    <Loaded answer={answer} of={(data) => data[of] ?? null} what={what} requested={id} behind={behind}>
      {(thing) => children(thing, behind, answer)}
    </Loaded>
  )
}

type ThingWithPostsProps<D, V, K extends keyof D> = Omit<ThingProps<D, V, K>, 'restOf' | 'children'> & {
  /** REST calls of the thing itself. */
  rest: readonly RestCall[]
  /** The REST list of its posts, the words that lead to it, and the name of an export. */
  path: string
  inWords: string
  exportedAs: (thing: NonNullable<D[K]>) => string
  /** Why there may be no posts. */
  none: string
  /** All that stands above its posts. */
  children: (thing: NonNullable<D[K]>, behind: ComponentChild) => ComponentChild
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
  return (
    <Thing {...props} restOf={() => [...rest, [inWords, `${path}?count=${variables.first}`]]}>
      {(thing, behind, answer) => (
        <>
          {children(thing, behind)}
          <Part answer={answer} of={thing.posts} field="posts">
            {(posts) => (
              <FeedOfPosts
                id={path}
                first={posts}
                listed={{ what: exportedAs(thing), path, each: variables.first }}
                load={async (after) => (await ask(document, { ...variables, after }))[of]?.posts ?? null}
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
