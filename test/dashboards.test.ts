import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../src/core/config/settings.ts'
import { errorCodes } from '../src/core/errors.ts'
import { examples } from '../src/services/examples.ts'
import { overHttp } from './agent.ts'
import { startDeployment, startFacade } from './chain.ts'
import { metricsOf } from './metric.ts'
import type { TestServer } from './server.ts'

/** Files for others' programs, held to what a server serves. */

type Panel = {
  id: number
  type: string
  title: string
  description?: string
  gridPos: Place
  targets?: { expr: string }[]
}
type Place = { x: number; y: number; w: number; h: number }
type Dashboard = { panels: Panel[]; templating: { list: { name: string; definition?: string }[] } }
type Rule = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}

const file = (path: string) => readFileSync(new URL(`../deploy/${path}`, import.meta.url), 'utf8')
const dashboard: Dashboard = JSON.parse(file('grafana/clipgraph.json'))
const rules: Rule[] = parse(file('prometheus/alerts.yaml')).groups.flatMap(({ rules: of }: { rules: Rule[] }) => of)

/** Queries of panels, with something in place of what Grafana fills in. */
const filled = (expr: string) => expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(?:job|instance)\b/g, '.*')
const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, filled(expr)] as const)
)
const asked = dashboard.templating.list.flatMap(({ name, definition }) =>
  definition === undefined ? [] : [[name, filled(/\((.+), \w+\)/.exec(definition)?.[1] ?? '')] as const]
)
const alerted = rules.map(({ alert, expr }) => [alert, expr] as const)

/** What a query names, and where it cannot be parsed. */
const read = (query: string) => {
  const found = { metrics: [] as string[], labels: [] as string[], values: [] as string[], wrong: [] as string[] }
  parser.parse(query).iterate({
    enter({ name, type, from, to }) {
      const text = query.slice(from, to)
      if (type.isError) found.wrong.push(`at ${from}: ${query.slice(from)}`)
      if (name === 'Identifier') found.metrics.push(text)
      if (name === 'LabelName') found.labels.push(text)
    }
  })
  return found
}

/** Labels that Prometheus gives. */
const ofPrometheus = ['job', 'instance', 'le']

let text = ''
const opened: { close(): Promise<unknown> }[] = []
beforeAll(async () => {
  const deployment = await startDeployment()
  const facade = await startFacade(deployment.url)
  opened.push(facade, deployment)
  await traffic(facade)
  text = await metricsOf(facade)
}, 60_000)
afterAll(async () => {
  for (const each of opened) await each.close()
})

/** Something of everything. */
const traffic = async (server: TestServer) => {
  for (const _ of [1, 2, 3]) {
    await server.get(`/api/v1/users/${examples.username}/posts`)
    await server.query('{ soundLibrary(first: 2) { nodes { title } } }')
  }
  await server.get('/api/v1/users/nobody.at.all')
  await server.get('/healthz')
  await server.get('/readyz')
  const client = await overHttp(server.url)
  await client.callTool({ name: 'get_user', arguments: { username: examples.username } })
  await client.close()
  // What the process is watched for begins with the first look.
  await metricsOf(server)
}

describe.each([
  ['the dashboard', shown],
  ['its variables', asked],
  ['the alerts', alerted]
])('%s', (_, queries) => {
  test('ask for something', () => expect(queries.length).toBeGreaterThan(1))

  test.each(queries)('%s: is a query that names what is served: %s', (_title, query) => {
    const { metrics, labels, wrong } = read(query)
    expect(wrong).toEqual([])
    expect(metrics).not.toEqual([])
    for (const metric of metrics) {
      expect(text, metric).toMatch(
        new RegExp(`^# TYPE ${metric.replace(/_(?:bucket|sum|count)$/, '(?:_(?:bucket|sum|count))?')} `, 'm')
      )
    }
    const given = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name))
    // What is counted by outcome has none as long as there is no store that replicas share.
    for (const label of labels) expect([...given, ...ofPrometheus, 'outcome', 'event'], label).toContain(label)
  })

  test('look for values that labels can have', () => {
    const values = queries.flatMap(([, query]) =>
      [...query.matchAll(/\b(code|surface|result|state|operation)(?:=~|!~|!=|=)"([^"]+)"/g)].flatMap(
        ([, label, list = '']) => list.split('|').map((value) => `${label}=${value}`)
      )
    )
    const possible = [
      ...[...text.matchAll(/[{,](\w+="[^"]*)"/g)].map(([, pair = '']) => pair.replace('"', '')),
      ...['OK', ...Object.keys(errorCodes)].map((code) => `code=${code}`)
    ]
    expect(values.filter((value) => !possible.includes(value))).toEqual([])
  })
})

describe('the dashboard', () => {
  test('has panels that say what they show, beside each other', () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    const charts = dashboard.panels.filter(({ type }) => type !== 'row')
    for (const { title, description } of charts) expect(description, title).toMatch(/^[A-Z0-9].+\.$/)
    for (const { id, gridPos: one } of dashboard.panels) {
      expect(one.x + one.w).toBeLessThanOrEqual(24)
      for (const { gridPos: other } of dashboard.panels.filter((panel) => panel.id !== id)) {
        const isApart =
          one.x + one.w <= other.x ||
          other.x + other.w <= one.x ||
          one.y + one.h <= other.y ||
          other.y + other.h <= one.y
        expect(isApart, `${id}`).toBe(true)
      }
    }
  })

  test('shows every metric of this server', () => {
    const served = [...text.matchAll(/^# TYPE (clipgraph_\w+)/gm)].map(([, name = '']) => name)
    const queries = shown.map(([, query]) => query).join('\n')
    expect(served.filter((name) => !queries.includes(name))).toEqual([])
  })
})

test('the alerts say what happened and what to do', () => {
  for (const { alert, annotations, labels, for: lasting } of rules) {
    expect(alert).toMatch(/^Clipgraph[A-Z]/)
    expect(lasting).toMatch(/^\d+m$/)
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(annotations.summary.length).toBeGreaterThan(10)
    expect(annotations.description).toMatch(/\.$/)
  }
})

test('the guide names every metric of this server, and no other', () => {
  const guide = readFileSync(new URL('../src/surfaces/site/docs/guides/watching.md', import.meta.url), 'utf8')
  const namesIn = (of: string, pattern: RegExp) =>
    [...new Set([...of.matchAll(pattern)].map(([, name]) => name))].toSorted()
  expect(namesIn(guide, /`(clipgraph_\w+)`/g)).toEqual(namesIn(text, /^# TYPE (clipgraph_\w+)/gm))
  const settingsNamed = namesIn(guide, /\b((?:OTEL|LOG)_[A-Z_]+)\b/g)
  expect(settingsNamed.filter((name) => !(name !== undefined && name in settings))).toEqual([
    'OTEL_RESOURCE_ATTRIBUTES'
  ])
})

test('a query that is none would be noticed', () => {
  expect(read('sum(rate(clipgraph_requests_total[5m])').wrong).not.toEqual([])
  expect(read('rate(clipgraph_requests_total{code=OK}[5m])').wrong).not.toEqual([])
  expect(read('sum by (kind) (rate(nonsense_total[5m]))')).toMatchObject({
    metrics: ['nonsense_total'],
    labels: ['kind']
  })
})
