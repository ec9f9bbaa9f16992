import { readFileSync } from 'node:fs'
import { nothingHere, pageRoute, type Route } from '../../http/route.ts'
import { assetRoute, scriptType, styleType } from '../frame/asset.ts'
import { kept } from '../frame/cached.ts'
import { mendedScript, mendedStyles } from './patches.ts'

/** Where the files of GraphiQL are: its script, its style sheet, and its editor's workers by the labels the editor knows them by. */
export type GraphiQLFiles = { script: string; styles: string; workers: Readonly<Record<string, string>> }

const own = (name: string): string => readFileSync(new URL(`./${name}`, import.meta.url), 'utf8')
const file = (name: string, type: string, content: string) => assetRoute('graphiql', name, type, content)

/** The page's own script. */
export const shellRoute: Route = file('shell.js', scriptType, own('shell-script.js'))

/** The page's own style sheet, which stands in it. */
export const shellStyles: string = own('shell.css')

/** 8 MB, 1.6 of them compressed: loaded only when somebody opens GraphiQL, and then by each browser once. */
const load = async () => {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql')
  const script = file('graphiql.js', scriptType, `${mendedScript(graphiql.js)};\n${own('editor.js')}`)
  const styles = file('graphiql.css', styleType, `${mendedStyles(graphiql.css)}\n${own('whole.css')}`)
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

const loadOnce = kept(Number.POSITIVE_INFINITY, load)

export const graphiqlFiles = async (): Promise<GraphiQLFiles> => (await loadOnce()).files

/** The files that belong to GraphiQL. */
export const graphiqlRoutes: readonly Route[] = [
  shellRoute,
  pageRoute('/graphiql/:hash/:name', async (incoming, params) => {
    const { routes } = await loadOnce()
    const route = routes.get(`/graphiql/${params.hash}/${params.name}`)
    if (route === undefined) throw nothingHere()
    return route.answer(incoming, params)
  })
]
