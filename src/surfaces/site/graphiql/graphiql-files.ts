import { readFileSync } from 'node:fs'
import { lazy } from '../../../core/lazy.ts'
import { loadOptional } from '../../../core/optional-package.ts'
import { type HttpRoute, nothingHere, pageRoute } from '../../http/route.ts'
import { assetRoute, scriptType, styleType } from '../frame/asset.ts'

/** Addresses of GraphiQL's script, style sheet and editor workers (by their Monaco labels). */
export type GraphiQLFiles = { script: string; styles: string; workers: Readonly<Record<string, string>> }

const own = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
const file = (name: string, type: string, content: string) => assetRoute('graphiql', name, type, content)

/** The page's own script. */
export const shellRoute: HttpRoute = file('shell.js', scriptType, own('shell-script.js'))

/** The page's own inline style sheet, without spaces: it travels with each page. */
export const shellStyles: string = own('shell.css')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};]) ?/g, '$1')

const ownScripts = ['editor-fetcher.js', 'editor.js'].map(own)

/** 8 MB, 1.6 compressed: loaded only when GraphiQL is opened, and cached by browsers. */
const load = async () => {
  const graphiql = await loadOptional('GraphiQL', () => import('@graphql-yoga/render-graphiql/graphiql'))
  const script = file('graphiql.js', scriptType, [...ownScripts, graphiql.js].join('\n'))
  const styles = file('graphiql.css', styleType, graphiql.css)
  const workers = {
    editorWorkerService: file('editor-worker.js', scriptType, graphiql.editorWorkerService),
    json: file('json-worker.js', scriptType, graphiql.jsonWorker),
    graphql: file('graphql-worker.js', scriptType, graphiql.graphqlWorker)
  }
  const routes = new Map([script, styles, ...Object.values(workers)].map((route) => [route.pattern, route]))
  const addresses = Object.entries(workers).map(([label, { pattern }]) => [label, pattern])
  const files: GraphiQLFiles = {
    script: script.pattern,
    styles: styles.pattern,
    workers: Object.fromEntries(addresses)
  }
  return { files, routes }
}

const loadOnce = lazy(load)

export const graphiqlFiles = async (): Promise<GraphiQLFiles> => (await loadOnce()).files

/** GraphiQL's files. */
export const graphiqlRoutes: readonly HttpRoute[] = [
  shellRoute,
  pageRoute('/graphiql/:hash/:name', async (incoming, params) => {
    const { routes } = await loadOnce()
    const route = routes.get(`/graphiql/${params.hash}/${params.name}`)
    if (route === undefined) throw nothingHere()
    return route.answer(incoming, params)
  })
]
