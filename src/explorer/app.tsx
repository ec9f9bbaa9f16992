import type { ComponentChild } from 'preact'
import { Link, useRoute } from './navigation.tsx'
import { Logo } from './parts/icons.tsx'
import { KeyForm } from './parts/key-form.tsx'
import { SearchBox } from './parts/search-box.tsx'
import { type Route, start } from './route.ts'
import { useKey } from './session.ts'
import { CollectionView } from './views/collection.tsx'
import { CreatorView } from './views/creator.tsx'
import { EffectView } from './views/effect.tsx'
import { HashtagView } from './views/hashtag.tsx'
import { LiveRoomView } from './views/live-room.tsx'
import { PlaceView } from './views/place.tsx'
import { PostView } from './views/post.tsx'
import { SearchView } from './views/search.tsx'
import { SoundView } from './views/sound.tsx'
import { SoundsView } from './views/sounds.tsx'
import { StartView } from './views/start.tsx'

const viewOf = (route: Route): ComponentChild => {
  switch (route.view) {
    case 'start':
      return <StartView />
    case 'search':
      return <SearchView keyword={route.keyword} among={route.among} />
    case 'creator':
      return <CreatorView key={route.username} username={route.username} shows={route.shows} />
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

const Top = ({ route, hasSearch }: { route: Route; hasSearch: boolean }) => (
  <header class="top">
    <Link class="brand" to={start}>
      <Logo />
      clipgraph
    </Link>
    {hasSearch && <SearchBox keyword={route.view === 'search' ? route.keyword : ''} size="small" />}
    <nav class="site" aria-label="Site">
      <ul>
        <li>
          <Link to={{ view: 'sounds', sort: 'hot' }} {...(route.view === 'sounds' ? { 'aria-current': 'page' } : {})}>
            Sounds
          </Link>
        </li>
        <li>
          <a href="/graphql">GraphiQL</a>
        </li>
        <li>
          <a href="/docs">Reference</a>
        </li>
      </ul>
    </nav>
  </header>
)

const Foot = () => (
  <footer class="foot">
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
      <Top route={route} hasSearch={mayAsk && route.view !== 'start'} />
      <main id="main" tabIndex={-1}>
        {mayAsk ? viewOf(route) : <KeyForm current={key} />}
      </main>
      <Foot />
    </>
  )
}
