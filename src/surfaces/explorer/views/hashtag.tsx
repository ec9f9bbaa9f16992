import { useEffect } from 'preact/hooks'
import { ExploreHashtagDocument, ExploreHashtagNameDocument, type HashtagBy } from '../../../../built/documents.js'
import { firstOf } from '../../views/queries.ts'
import { titles } from '../../views/titles.ts'
import { useQuery } from '../graph/use-query.ts'
import { correct, Link } from '../navigation.tsx'
import { LazyPanel } from '../parts/chart-panel.tsx'
import { Head } from '../parts/head.tsx'
import { ShowQuery } from '../parts/show-query.tsx'
import { Loading } from '../parts/states.tsx'
import { rowsOf } from '../parts/take-off.ts'
import { hashtagNameIn } from '../route.ts'
import { Loaded } from './loaded.tsx'
import { ThingWithPosts } from './thing.tsx'

const loadUse = async () => (await import('../parts/use-over-time.tsx')).HashtagUse

/** `id`: its id, or its name where it has none. */
const HashtagPage = ({ id, by }: { id: string; by: HashtagBy }) => (
  <ThingWithPosts
    of="hashtag"
    id={id}
    document={ExploreHashtagDocument}
    variables={{ by, first: firstOf.ofThing }}
    titleOf={titles.hashtag}
    rest={[]}
    path={'name' in by ? null : `/api/v1/challenges/${encodeURIComponent(id)}/posts`}
    inWords="Posts of the hashtag"
    exportedAs={({ name }) => `posts of #${name ?? id}`}
    none={
      'name' in by
        ? 'This source lists posts by ids of hashtags alone: search for the name.'
        : 'The data contain no posts with this hashtag.'
    }
  >
    {({ name, posts }, queryButton) => (
      <>
        <Head kind="Hashtag" name={`#${name ?? id}`}>
          <div class="row actions">
            {name !== null && (
              <>
                <Link class="button" to={{ view: 'search', keyword: name, among: 'posts' }}>
                  <span>
                    Search for “<bdi>{name}</bdi>”
                  </span>
                </Link>
                <Link class="button" to={{ view: 'search', keyword: name, among: 'creators' }}>
                  Creators
                </Link>
              </>
            )}
            {queryButton}
          </div>
        </Head>
        <LazyPanel
          kind="use"
          load={loadUse}
          props={{ by, name: `#${name ?? id}`, rows: rowsOf(posts) }}
          rows={rowsOf(posts)}
        />
      </>
    )}
  </ThingWithPosts>
)

/** A hashtag by name; where it has an id, the URL changes to that. */
const HashtagOfName = ({ name }: { name: string }) => {
  const variables = { name }
  const answer = useQuery(ExploreHashtagNameDocument, variables)
  const id = answer.data?.hashtag?.hashtagId ?? null
  useEffect(() => {
    if (id !== null) correct({ view: 'hashtag', id })
  }, [id])
  return (
    <Loaded
      answer={answer}
      of={({ hashtag }) => hashtag}
      what="hashtag"
      byName={{ among: 'posts', hint: 'It may be mistyped, or the data contain no posts with it.' }}
      requested={name}
      queryButton={<ShowQuery document={ExploreHashtagNameDocument} variables={variables} rest={[]} />}
    >
      {() => (id === null ? <HashtagPage id={name} by={variables} /> : <Loading what="hashtag" />)}
    </Loaded>
  )
}

/** `id`: its id, or its name as people write it. */
export const HashtagView = ({ id }: { id: string }) => {
  const name = hashtagNameIn(id)
  return name === null ? <HashtagPage id={id} by={{ hashtagId: id }} /> : <HashtagOfName name={name} />
}
