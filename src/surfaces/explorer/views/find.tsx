import {
  ExploreCountCreatorsDocument,
  ExploreCountPostsDocument,
  ExploreCreatorFacetsDocument,
  ExploreFindCreatorsDocument,
  type ExploreFindCreatorsQuery,
  ExploreFindPostsDocument,
  type ExploreFindPostsQuery,
  ExplorePostFacetsDocument,
  type PostFilter,
  type PostOrder,
  type UserFilter,
  type UserOrder
} from '../../../../built/documents.js'
import { ordersOf, readFind } from '../../views/conditions.ts'
import { MisstatedConditions, StatedConditions } from '../find/conditions.tsx'
import { type Facets, Filters } from '../find/filters.tsx'
import { type Finding, type FindVariables, Results } from '../find/results.tsx'
import { ask } from '../graph/client.ts'
import { useQuery } from '../graph/use-query.ts'
import { correct, Link, navigate } from '../navigation.tsx'
import { People } from '../parts/people.tsx'
import { PostGrid } from '../parts/post-grid.tsx'
import { type Findable, type FindRoute, foundForms } from '../route.ts'
import { creatorColumns } from '../table/creator-columns.tsx'
import type { CreatorRow } from '../table/creator-row.ts'
import { type PostRow, postColumns } from '../table/post-columns.tsx'

const creators: Finding<CreatorRow, ExploreFindCreatorsQuery, UserFilter, UserOrder> = {
  document: ExploreFindCreatorsDocument,
  pageOf: ({ users }) => users,
  count: async (filter) => (await ask(ExploreCountCreatorsDocument, { filter })).users?.totalCount ?? null,
  columns: creatorColumns,
  keyOf: ({ username }) => username,
  handleOf: ({ username }) => username,
  Grid: ({ rows }) => <People people={rows} />
}

const posts: Finding<PostRow, ExploreFindPostsQuery, PostFilter, PostOrder> = {
  document: ExploreFindPostsDocument,
  pageOf: ({ posts }) => posts,
  count: async (filter) => (await ask(ExploreCountPostsDocument, { filter })).posts?.totalCount ?? null,
  columns: postColumns,
  keyOf: ({ postId, createdAt }) => postId ?? createdAt,
  handleOf: ({ author }) => author?.username ?? null,
  Grid: ({ rows }) => <PostGrid posts={rows} />
}

// The tables of conditions and orders name fields and orders of the graph; a test asks for each.
type CreatorVariables = FindVariables<UserFilter, UserOrder>
type PostVariables = FindVariables<PostFilter, PostOrder>

const Order = ({ route }: { route: FindRoute }) => (
  <label>
    Order{' '}
    <select
      value={route.order ?? Object.keys(ordersOf[route.of])[0]}
      onChange={({ currentTarget: { value } }) => navigate({ ...route, order: value }, true)}
    >
      {Object.entries(ordersOf[route.of]).map(([name, [, title]]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  </label>
)

const groupKeys = (groups: readonly { key: string }[] | null | undefined) => (groups ?? []).map(({ key }) => key)

/** The suggestions are by fields of the filter. */
const useFacets: Readonly<Record<Findable, () => Facets>> = {
  creators: () => {
    const { users, posts } = useQuery(ExploreCreatorFacetsDocument, {}).data ?? {}
    const { topNiches, ...distributions } = users?.facets ?? {}
    const { countries, languages } = posts?.facets ?? {}
    return {
      distributions,
      suggestions: {
        niche: (topNiches ?? []).map(({ niche }) => niche),
        country: groupKeys(countries),
        language: groupKeys(languages)
      }
    }
  },
  posts: () => {
    const facets = useQuery(ExplorePostFacetsDocument, {}).data?.posts?.facets
    const { hashtags, creators, countries, languages, ...distributions } = facets ?? {}
    return {
      distributions,
      suggestions: {
        hashtags: groupKeys(hashtags),
        authors: groupKeys(creators),
        country: groupKeys(countries),
        language: groupKeys(languages)
      }
    }
  }
}

/** Creators or posts that meet conditions. */
const Find = ({ route }: { route: FindRoute }) => {
  const { of, conditions, as } = route
  const { stated, misstated, variables } = readFind(route)
  const facets = useFacets[of]()
  const shared = { route, stated }
  return (
    <>
      <h1>Find {of}</h1>
      <div class="stack find">
        <Filters
          of={of}
          conditions={conditions}
          misstated={misstated}
          stated={stated}
          facets={facets}
          apply={(next, isSame) => (isSame ? correct : navigate)({ ...route, conditions: next }, true)}
        />
        <div>
          <div class="toolbar">
            <StatedConditions route={route} stated={stated} />
            <Order route={route} />
            <nav class="row" aria-label="Form">
              {foundForms.map((form) => (
                <Link
                  key={form}
                  class="button quiet"
                  to={{ ...route, as: form }}
                  keepsPlace
                  {...(form === as && { 'aria-current': 'page' })}
                >
                  {form}
                </Link>
              ))}
            </nav>
          </div>
          {misstated.length > 0 ? (
            <MisstatedConditions route={route} misstated={misstated} />
          ) : of === 'creators' ? (
            <Results {...shared} finding={creators} variables={variables as CreatorVariables} />
          ) : (
            <Results {...shared} finding={posts} variables={variables as PostVariables} />
          )}
        </div>
      </div>
    </>
  )
}

// Each has queries of its own.
export const FindView = ({ route }: { route: FindRoute }) => <Find key={route.of} route={route} />
