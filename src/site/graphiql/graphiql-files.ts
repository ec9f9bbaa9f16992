import { readFileSync } from 'node:fs'
import { nothingHere, pageRoute, type Route } from '../../http/route.ts'
import { assetRoute, scriptType, styleType } from '../frame/asset.ts'
import { kept } from '../frame/kept.ts'

/** Where the files of GraphiQL are: its script, its style sheet, and its editor's workers by the labels the editor knows them by. */
export type GraphiQLFiles = { script: string; styles: string; workers: Readonly<Record<string, string>> }

/**
 * GraphiQL animates its tabs when they are first laid out and keeps the half-done offset of each until it has the focus: pressed, a tab
 * jumped away from under the pointer, and the click was lost.
 */
const stillTabs = '.graphiql-tab { transform: none !important }'

/** 9 MB, 2 of them compressed: loaded only when somebody opens GraphiQL, and then by each browser once. */
const load = async () => {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql')
  const start = readFileSync(new URL('./start.js', import.meta.url), 'utf8')
  const file = (name: string, type: string, content: string) => assetRoute('graphiql', name, type, content)
  const script = file('graphiql.js', scriptType, `${graphiql.js};\n${start}`)
  const styles = file('graphiql.css', styleType, `${graphiql.css}\n${stillTabs}`)
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
export const graphiqlFilesRoute: Route = pageRoute('/graphiql/:hash/:name', async (incoming, params) => {
  const { routes } = await loadOnce()
  const route = routes.get(`/graphiql/${params.hash}/${params.name}`)
  if (route === undefined) throw nothingHere()
  return route.answer(incoming, params)
})
