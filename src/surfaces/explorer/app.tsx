import type { ComponentChild } from 'preact'
import { useRoute } from './navigation.tsx'
import { AsOf } from './parts/as-of.tsx'
import { Header } from './parts/header.tsx'
import { KeyForm } from './parts/key-form.tsx'
import { ListTray } from './parts/list-tray.tsx'
import { lackingView } from './parts/source-lacks.tsx'
import type { Route } from './route.ts'
import { useKey } from './session.ts'
import { CollectionView } from './views/collection.tsx'
import { CreatorView } from './views/creator.tsx'
import { EffectView } from './views/effect.tsx'
import { HashtagView } from './views/hashtag.tsx'
import { LazyView } from './views/lazy-view.tsx'
import { LiveRoomView } from './views/live-room.tsx'
import { PlaceView } from './views/place.tsx'
import { PostView } from './views/post.tsx'
import { SearchView } from './views/search.tsx'
import { SoundView } from './views/sound.tsx'
import { SoundsView } from './views/sounds.tsx'
import { StartView } from './views/start.tsx'

const loadComparison = async () => (await import('./views/compare.tsx')).CompareView
const loadFind = async () => (await import('./views/find.tsx')).FindView

const loadList = async () => (await import('./views/list.tsx')).ListView
const loadTrending = async () => (await import('./views/trending.tsx')).TrendingView

/** Views without the current list at the bottom. */
const withoutTray: readonly Route['view'][] = ['compare', 'lists', 'list']

const viewOf = (route: Route): ComponentChild => {
  switch (route.view) {
    case 'start':
      return <StartView />
    case 'search':
      return <SearchView keyword={route.keyword} among={route.among} />
    case 'creator':
      return <CreatorView key={route.username} username={route.username} shows={route.shows} />
    case 'compare':
      return <LazyView key="compare" load={loadComparison} props={{ names: route.names }} what="comparison" />
    case 'find':
      return <LazyView key="find" load={loadFind} props={{ route }} what={route.of} />
    case 'lists':
      return <LazyView key="list" load={loadList} props={{ name: null, handles: null }} what="lists" />
    case 'list':
      return <LazyView key="list" load={loadList} props={{ name: route.name, handles: route.handles }} what="lists" />
    case 'trending':
      return (
        <LazyView
          key="trending"
          load={loadTrending}
          props={{ kind: route.kind, window: route.window }}
          what="what rises"
        />
      )
    case 'sounds':
      return <SoundsView sort={route.sort} />
    case 'post':
      return <PostView key={route.id} id={route.id} />
    case 'sound':
      return <SoundView key={route.id} id={route.id} />
    case 'hashtag':
      return <HashtagView key={route.id} id={route.id} />
    case 'place':
      return <PlaceView key={route.id} id={route.id} />
    case 'collection':
      return <CollectionView key={route.id} id={route.id} />
    case 'effect':
      return <EffectView key={route.id} id={route.id} />
    case 'live':
      return <LiveRoomView key={route.id} id={route.id} />
  }
}

/** `showsDataDate`: shows the date of the data, where the view does not. */
const Foot = ({ showsDataDate }: { showsDataDate: boolean }) => (
  <footer class="quiet small foot">
    <p>{showsDataDate && <AsOf />}Times are in UTC.</p>
    <p>
      Reference: <a href="/docs">REST</a>, <a href="/docs/schema">GraphQL</a>,{' '}
      <a href="/docs/map">from one to the other</a>, <a href="/docs/errors">errors</a>. Contracts:{' '}
      <a href="/schema.graphql">GraphQL schema</a>, <a href="/openapi.json">OpenAPI</a>. Running:{' '}
      <a href="/healthz">health</a>, <a href="/readyz">readiness</a>, <a href="/metrics">metrics</a>.
    </p>
  </footer>
)

export const App = () => {
  const route = useRoute()
  const key = useKey()
  const mayAsk = key.text !== null && !key.isRefused
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <Header route={route} hasSearch={mayAsk && route.view !== 'start'} />
      <main id="main" tabIndex={-1}>
        {mayAsk ? (lackingView(route) ?? viewOf(route)) : <KeyForm current={key} />}
      </main>
      <Foot showsDataDate={mayAsk && route.view !== 'start'} />
      {mayAsk && !withoutTray.includes(route.view) && <ListTray />}
    </>
  )
}
