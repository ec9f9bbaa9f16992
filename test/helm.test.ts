import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Check } from 'typebox/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settings } from '../src/core/config/settings.ts'
import { lastMs } from '../src/core/deadline.ts'
import { chart, everything, hasKeys, render, type Values, values } from './helm.ts'
import { startServer, type TestServer } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(project, path), 'utf8')

type Resource = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: the shape is Kubernetes', and held to it by test/kubernetes.test.ts
  spec: any
}
const rendered = ({ settings, ...given }: Values & { settings?: Values }) =>
  render({ ...hasKeys, ...given, settings: { ...hasKeys.settings, ...settings } }).documents as Resource[]
const only = (kind: string, resources: Resource[]): Resource =>
  resources.find((resource) => resource.kind === kind) ?? expect.fail(`there is no ${kind}`)
const pod = (given: Values) => only('Deployment', rendered(given)).spec.template.spec
const container = (given: Values) => pod(given).containers[0]

describe('what is installed', () => {
  const always = ['Deployment', 'PodDisruptionBudget', 'Secret', 'Service', 'ServiceAccount']

  test('is what is always needed, unless more is asked for', () => {
    const kinds = (given: Values) =>
      rendered(given)
        .map(({ kind }) => kind)
        .sort()
    expect(kinds({})).toEqual(always)
    const more = ['HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy', 'ServiceMonitor']
    expect(kinds(everything)).toEqual([...always, ...more].sort())
  })

  test('belongs together: selectors find the pods, and every name is the release’s', () => {
    const resources = rendered(everything)
    const { labels } = only('Deployment', resources).spec.template.metadata
    const selectors = [
      only('Deployment', resources).spec.selector.matchLabels,
      only('PodDisruptionBudget', resources).spec.selector.matchLabels,
      only('ServiceMonitor', resources).spec.selector.matchLabels,
      only('NetworkPolicy', resources).spec.podSelector.matchLabels,
      only('Service', resources).spec.selector,
      ...pod(everything).topologySpreadConstraints.map((spread: Resource['spec']) => spread.labelSelector.matchLabels)
    ]
    expect(selectors).toHaveLength(7)
    for (const selector of selectors) expect(labels).toMatchObject(selector)
    expect(new Set(resources.map(({ metadata }) => metadata.name))).toEqual(new Set(['clips-clipgraph']))
    expect(render(hasKeys, 'my-clipgraph').documents).toContainEqual(
      expect.objectContaining({ kind: 'Service', metadata: expect.objectContaining({ name: 'my-clipgraph' }) })
    )
  })

  test('is refused without keys, as the server would be at its start', () => {
    const { settings } = hasKeys
    expect(() => render({ settings })).toThrow(/needs keys/)
    expect(render({ settings, keyFile: { existingSecret: 'keys' } }).documents).toBeTruthy()
  })

  test('is refused without data, as the server would be at its start', () => {
    const GATEWAY_KEYS = 'a-key'
    expect(() => render({ secret: { settings: { GATEWAY_KEYS } } })).toThrow(/needs data: .+ demo: /)
    const inSecret = { settings: { GATEWAY_KEYS, DATA_URL: 'postgres://clips:password@db/clips' } }
    for (const secret of [inSecret, { existingSecret: 'ours' }]) expect(render({ secret }).documents).toBeTruthy()
  })

  test('is replaced without a gap, and moved one by one', () => {
    const { spec } = only('Deployment', rendered({}))
    expect(spec).toMatchObject({ replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0 } } })
    expect(only('PodDisruptionBudget', rendered({})).spec.maxUnavailable).toBe(1)
  })

  test('leaves the number of pods to the autoscaler when there is one', () => {
    const resources = rendered({ autoscaling: { enabled: true } })
    expect(only('Deployment', resources).spec).not.toHaveProperty('replicas')
    expect(only('HorizontalPodAutoscaler', resources).spec.scaleTargetRef.name).toBe('clips-clipgraph')
  })

  test('begins anew when a secret of the chart changes', () => {
    const sum = (key: string) =>
      only('Deployment', rendered({ secret: { settings: { GATEWAY_KEYS: key } } })).spec.template.metadata.annotations
    expect(sum('a')).toEqual(sum('a'))
    expect(sum('a')).not.toEqual(sum('b'))
  })
})

describe('a pod', () => {
  const said = (instruction: string) => new RegExp(`^${instruction} (.+)$`, 'm').exec(read('Dockerfile'))?.[1]

  test('runs the image as its Dockerfile has it', () => {
    const { ports, volumeMounts, image } = container({})
    expect(ports).toEqual([{ name: 'http', containerPort: Number(said('EXPOSE')) }])
    expect(volumeMounts.map((mount: { mountPath: string }) => mount.mountPath)).toEqual([said('VOLUME'), '/tmp'])
    const { runAsUser, runAsGroup } = pod({}).securityContext
    expect(`${runAsUser}:${runAsGroup}`).toBe(said('USER'))
    expect(image).toBe(`clipgraph:${JSON.parse(read('package.json')).version}`)
  })

  test('may do nothing that it need not', () => {
    expect(pod({})).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] }
          },
          resources: { limits: { memory: expect.any(String) } }
        }
      ]
    })
  })

  test.each(['0', '5000', '29999', '600000'])(
    'has longer to end than the server takes, with %s ms of grace',
    (grace) => {
      const { terminationGracePeriodSeconds } = pod({ settings: { SHUTDOWN_GRACE_MS: grace } })
      expect(terminationGracePeriodSeconds * 1000).toBeGreaterThan(Number(grace) + lastMs + 1000)
      expect(pod({}).terminationGracePeriodSeconds).toBe(25)
    }
  )

  test('has room for a full cache in half of its memory, which is the heap', () => {
    const { requests, limits } = container({}).resources
    const cache = Number(settings.CACHE_MAX_MB.default)
    expect(limits.memory).toBe(`${(4 * cache) / 1024}Gi`)
    expect(Number.parseInt(requests.memory, 10)).toBeGreaterThan(2 * cache)
  })

  test('gets further files where it is told to', () => {
    expect(pod(everything).volumes).toContainEqual({ name: 'documents', configMap: { name: 'documents' } })
    const mount = { name: 'documents', mountPath: '/etc/documents', readOnly: true }
    expect(container(everything).volumeMounts).toContainEqual(mount)
  })

  test('finds the key file where it is told to look', () => {
    const given = { keyFile: { existingSecret: 'keys', entry: 'mine.json' } }
    expect(container(given).env).toContainEqual({ name: 'KEY_FILE', value: '/etc/clipgraph/mine.json' })
    expect(container(given).volumeMounts).toContainEqual({ name: 'keys', mountPath: '/etc/clipgraph', readOnly: true })
    expect(pod(given).volumes).toContainEqual({ name: 'keys', secret: { secretName: 'keys' } })
  })

  test('is given settings that there are, and texts as they were written', () => {
    const given = { settings: { PUBLIC_URL: 'https://clips.example/"x"' } }
    expect(container(given).env).toContainEqual({ name: 'PUBLIC_URL', value: 'https://clips.example/"x"' })
    const files = ['values.yaml', 'templates/deployment.yaml'].map((name) => readFileSync(join(chart, name), 'utf8'))
    const named = new Set(files.join('\n').match(/\b[A-Z]+(?:_[A-Z]+)+\b/g))
    expect(named.size).toBeGreaterThan(4)
    expect([...named].filter((name) => !Object.hasOwn(settings, name))).toEqual([])
  })
})

describe('what is asked of a pod', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.close())

  test.each(['startupProbe', 'livenessProbe', 'readinessProbe'])('is answered: %s', async (probe) => {
    const { path } = container({})[probe].httpGet
    expect((await fetch(server.url + path)).status).toBe(200)
  })

  test('is answered to who collects metrics', async () => {
    const [endpoint] = only('ServiceMonitor', rendered(everything)).spec.endpoints
    expect((await fetch(server.url + endpoint.path)).status).toBe(200)
  })
})

describe('values', () => {
  const schema = JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8'))

  test('are as the schema has them, and every one of them is in it', () => {
    expect(Check(schema, values)).toBe(true)
    expect(Check(schema, { ...values, ...everything })).toBe(true)
    expect(Object.keys(schema.properties).filter((name) => name !== 'global')).toEqual(Object.keys(values))
  })

  test.each([
    { replicas: 3 },
    { settings: { MAX_QUERY_COST: 1_000_000 } },
    { settings: { logLevel: 'info' } },
    { service: { type: 'ExternalName' } },
    // The service, the probes and the image would not know of it.
    { settings: { PORT: '5000' } }
  ])('that mean nothing are refused: %j', (wrong) => {
    expect(Check(schema, { ...values, ...wrong })).toBe(false)
  })
})
