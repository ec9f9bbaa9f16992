import type { FunctionComponent } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '../graph/problem.ts'
import { Failed, Loading } from '../parts/states.tsx'

type LazyViewProps<P extends object> = {
  /** Loads the view's script; the browser caches it. */
  load: () => Promise<FunctionComponent<NoInfer<P>>>
  props: P
  /** The noun for its content, such as “comparison”. */
  what: string
}

const lost: Problem = {
  code: 'UNREACHABLE',
  message: 'The script of this view could not be loaded. The server may be restarting, or the network is down.',
  field: null
}

/** A view whose script is loaded on first use. */
export const LazyView = <P extends object>({ load, props, what }: LazyViewProps<P>) => {
  const [View, setView] = useState<{ shown: FunctionComponent<P> } | null>(null)
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    load().then(
      (shown) => setView({ shown }),
      () => setLost(true)
    )
  }, [])
  if (View !== null) return <View.shown {...props} />
  // Browsers remember that a module failed to load: only a reload requests it again.
  if (isLost) return <Failed as="h1" problem={lost} again={() => location.reload()} />
  return <Loading what={what} tiles={0} />
}
