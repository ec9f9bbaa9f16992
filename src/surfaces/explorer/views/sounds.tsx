import type { ComponentChildren } from 'preact'
import { ExploreSoundsDocument, type ExploreSoundsQuery, type SoundSort } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { counted } from '../format.ts'
import { ask } from '../graph/client.ts'
import { useQuery } from '../graph/use-query.ts'
import { Link } from '../navigation.tsx'
import { RiseIcon } from '../parts/icons.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { SoundTable } from '../parts/sound-table.tsx'
import { Empty } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { type Sort, sorts } from '../route.ts'
import { FeedOf } from './feed.tsx'
import { Loaded } from './loaded.tsx'

const first = firstOf.library
const orders: Readonly<Record<Sort, SoundSort>> = { hot: 'HOT', new: 'NEW' }
const names: Readonly<Record<Sort, string>> = { hot: 'Most used', new: 'Newest' }

const pathOf = (sort: Sort) => `/api/v1/sounds/library?sort=${sort}`

type LibraryProps = {
  sort: Sort
  library: NonNullable<ExploreSoundsQuery['soundLibrary']>
  queryButton: ComponentChildren
}

const Library = ({ sort, library, queryButton }: LibraryProps) => (
  <>
    <p class="quiet intro">{counted(library.totalCount, 'sound', 'sounds')} under a commercial licence.</p>
    <FeedOf
      id={`sounds ${sort}`}
      first={library}
      listed={{ what: `sound library ${names[sort]}`, path: pathOf(sort), perPage: first }}
      load={async (after) => (await ask(ExploreSoundsDocument, { sort: orders[sort], first, after })).soundLibrary}
      noun="sounds"
      show={(sounds) => <SoundTable sounds={sounds} />}
      actions={
        <>
          <Link class="button quiet" to={{ view: 'trending', kind: 'sounds', window: 'week' }}>
            <RiseIcon /> What rises
          </Link>
          {queryButton}
        </>
      }
    >
      <Empty title="The library is empty">
        <p>There are no licensed sounds in this data.</p>
      </Empty>
    </FeedOf>
  </>
)

export const SoundsView = ({ sort }: { sort: Sort }) => {
  const variables = { sort: orders[sort], first }
  const answer = useQuery(ExploreSoundsDocument, variables)
  const queryButton = (
    <ShowQuery
      document={ExploreSoundsDocument}
      variables={variables}
      rest={[['The library', `${pathOf(sort)}&count=${first}`]]}
    />
  )
  return (
    <>
      <h1>Sound library</h1>
      <Tabs label="Order" tabs={sorts.map((order) => [names[order], { view: 'sounds', sort: order }, order === sort])}>
        <Loaded
          answer={answer}
          of={({ soundLibrary }) => soundLibrary}
          what="sound library"
          requested={sort}
          queryButton={queryButton}
        >
          {(library) => <Library key={sort} sort={sort} library={library} queryButton={queryButton} />}
        </Loaded>
      </Tabs>
    </>
  )
}
