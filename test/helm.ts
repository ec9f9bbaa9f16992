import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse as parseYaml, stringify } from 'yaml'

/**
 * Renders the chart as `helm template` does, with as much of Go's templates and of Helm's functions as the chart uses. Whatever else a
 * template says is refused, and so is what Go would print as `<no value>`.
 */

export const chart = resolve(import.meta.dirname, '../deploy/helm/clipgraph')
const yamlFile = (name: string) => parseYaml(readFileSync(join(chart, name), 'utf8'))

export type Values = { [key: string]: unknown }
const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value)

type Operand = { literal: unknown } | { path: string[]; from: string } | { pipeline: Pipeline } | { call: string }
type Pipeline = Operand[][]
type Block =
  | { kind: 'text'; text: string }
  | { kind: 'print'; pipeline: Pipeline }
  | { kind: 'if' | 'with'; pipeline: Pipeline; then: Block[]; otherwise: Block[] }
  | { kind: 'range'; pipeline: Pipeline; names: string[]; then: Block[] }
type Templates = { [name: string]: Block[] }

const isTrue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isMap(value) ? Object.keys(value).length > 0 : Boolean(value)

const textOf = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new Error(`${JSON.stringify(value)} is printed`)
}

const functions: { [name: string]: (...args: never[]) => unknown } = {
  add: (...values: number[]) => values.reduce((sum, value) => sum + value),
  and: (...values: unknown[]) => values.find((value) => !isTrue(value)) ?? values.at(-1),
  contains: (part: string, whole: string) => whole.includes(part),
  default: (fallback: unknown, value: unknown) => (isTrue(value) ? value : fallback),
  div: (whole: number, by: number) => Math.trunc(whole / by),
  fail: (message: string) => {
    throw new Error(message)
  },
  int: (value: unknown) => Math.trunc(Number(value)) || 0,
  nindent: (spaces: number, text: string) => `\n${text.replace(/^/gm, ' '.repeat(spaces))}`,
  not: (value: unknown) => !isTrue(value),
  or: (...values: unknown[]) => values.find(isTrue) ?? values.at(-1),
  printf: (format: string, ...values: unknown[]) => format.replace(/%s/g, () => textOf(values.shift())),
  quote: (value: unknown) => JSON.stringify(textOf(value)),
  replace: (old: string, by: string, text: string) => text.replaceAll(old, by),
  sha256sum: (text: string) => createHash('sha256').update(text).digest('hex'),
  toYaml: (value: unknown) => stringify(value, { sortMapEntries: true }).trimEnd(),
  trimSuffix: (suffix: string, text: string) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  trunc: (length: number, text: string) => text.slice(0, length)
}

const readPipeline = (text: string): Pipeline => {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[()|]|[^\s()|]+/g) ?? []
  const pipeline = (): Pipeline => {
    const commands: Pipeline = [[]]
    for (let token = tokens.shift(); token !== undefined && token !== ')'; token = tokens.shift()) {
      if (token === '|') commands.push([])
      else commands.at(-1)?.push(operand(token))
    }
    return commands
  }
  const operand = (token: string): Operand => {
    if (token === '(') return { pipeline: pipeline() }
    if (/^("|\d+$)/.test(token)) return { literal: JSON.parse(token) }
    const [, from, path = ''] = /^(\$\w*|)((?:\.\w+)+|\.?)$/.exec(token) ?? []
    if (from !== undefined) return { from, path: path.split('.').filter((key) => key !== '') }
    if (token === 'include' || Object.hasOwn(functions, token)) return { call: token }
    throw new Error(`${token} is not known here`)
  }
  return pipeline()
}

/** Reads one file; what it defines goes into `templates`. */
const readTemplate = (source: string, templates: Templates): Block[] => {
  const pieces = source
    .replace(/\s*\{\{- /g, '{{')
    .replace(/ -\}\}\s*/g, '}}')
    .split(/(\{\{.*?\}\})/)
  /** Up to what ends the block: `end`, `else` or the end of the file. */
  const blocks = (): { found: Block[]; endedBy: string } => {
    const found: Block[] = []
    for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
      if (!piece.startsWith('{{')) {
        found.push({ kind: 'text', text: piece })
        continue
      }
      const action = piece.slice(2, -2).trim()
      const [, word = '', rest = ''] = /^(define|if|with|range|else|end)\b\s*(.*)$/.exec(action) ?? []
      if (word === 'end' || word === 'else') return { found, endedBy: action }
      if (word === 'define') templates[JSON.parse(rest)] = blocks().found
      else if (word === 'range') {
        const [, names = '', list = ''] = /^((?:\$\w+, )?\$\w+ := )?(.*)$/.exec(rest) ?? []
        const then = blocks().found
        found.push({ kind: 'range', pipeline: readPipeline(list), names: names.match(/\$\w+/g) ?? [], then })
      } else if (word === 'if' || word === 'with') found.push(choice(word, rest))
      else found.push({ kind: 'print', pipeline: readPipeline(action) })
    }
    return { found, endedBy: '' }
  }
  const choice = (kind: 'if' | 'with', condition: string): Block => {
    const { found: then, endedBy } = blocks()
    const [, elseIf] = /^else if (.+)$/.exec(endedBy) ?? []
    const otherwise = elseIf !== undefined ? [choice('if', elseIf)] : endedBy === 'else' ? blocks().found : []
    return { kind, pipeline: readPipeline(condition), then, otherwise }
  }
  return blocks().found
}

const run = (blocks: Block[], templates: Templates, dot: unknown, names: Values): string => {
  const read = (operand: Operand): unknown => {
    if ('literal' in operand) return operand.literal
    if ('pipeline' in operand) return evaluate(operand.pipeline)
    if ('call' in operand) return call(operand.call, [])
    const start = operand.from === '' ? dot : names[operand.from]
    return operand.path.reduce((value: unknown, key) => {
      if (!isMap(value)) throw new Error(`nothing has ${operand.path.join('.')}`)
      return value[key]
    }, start)
  }
  const call = (name: string, args: unknown[]): unknown => {
    if (name !== 'include') return functions[name]?.(...(args as never[]))
    const template = templates[String(args[0])]
    if (template === undefined) throw new Error(`no template ${args[0]}`)
    return run(template, templates, args[1], { $: args[1] })
  }
  const evaluate = (pipeline: Pipeline): unknown => {
    let last: unknown[] = []
    for (const [first, ...rest] of pipeline) {
      if (first === undefined) throw new Error('an empty command')
      if (!('call' in first) && rest.length + last.length > 0) throw new Error('arguments for what is no function')
      last = ['call' in first ? call(first.call, [...rest.map(read), ...last]) : read(first)]
    }
    return last[0]
  }
  const within = (then: Block[], inner: unknown, more: Values = {}) =>
    run(then, templates, inner, { ...names, ...more })
  const repeat = ({ names: [first, second], then }: Block & { kind: 'range' }, list: unknown): string[] => {
    const entries = Object.entries(list ?? [])
    if (isMap(list)) entries.sort(([a], [b]) => (a < b ? -1 : 1))
    return entries.map(([key, item]) => {
      if (first === undefined) return within(then, item)
      return within(then, item, second === undefined ? { [first]: item } : { [first]: key, [second]: item })
    })
  }
  const texts = blocks.map((block) => {
    if (block.kind === 'text') return block.text
    const value = evaluate(block.pipeline)
    if (block.kind === 'print') return textOf(value)
    if (block.kind === 'range') return repeat(block, value).join('')
    if (!isTrue(value)) return within(block.otherwise, dot)
    return within(block.then, block.kind === 'with' ? value : dot)
  })
  return texts.join('')
}

/** Maps are merged, everything else is replaced. */
const merge = (values: Values, given: Values): Values => {
  const merged = { ...values }
  for (const [key, value] of Object.entries(given)) {
    const before = merged[key]
    merged[key] = isMap(before) && isMap(value) ? merge(before, value) : value
  }
  return merged
}

export const values: Values = yamlFile('values.yaml')
type Rendered = { documents: Values[]; notes: string }

/** What is installed as `release` with some values given. */
export const render = (given: Values, release = 'clips'): Rendered => {
  const { name: Name, version: Version, appVersion: AppVersion } = yamlFile('Chart.yaml')
  const context = {
    Values: merge(values, given),
    Release: { Name: release, Namespace: 'apis', Service: 'Helm' },
    Chart: { Name, Version, AppVersion }
  }
  const templates: Templates = {}
  const files = readdirSync(join(chart, 'templates')).map((file) => {
    const blocks = readTemplate(readFileSync(join(chart, 'templates', file), 'utf8'), templates)
    return { file, blocks }
  })
  const rendered = (blocks: Block[]) => run(blocks, templates, context, { $: context })
  return {
    documents: files
      .filter(({ file }) => file.endsWith('.yaml'))
      .map(({ blocks }) => parseYaml(rendered(blocks)))
      .filter((document) => document !== null),
    notes: files
      .filter(({ file }) => file === 'NOTES.txt')
      .map(({ blocks }) => rendered(blocks))
      .join('')
  }
}

/** The least that has to be given. */
export const hasKeys = {
  settings: { DATA_URL: 'demo:' },
  secret: { settings: { GATEWAY_KEYS: 'a-key' } }
} satisfies Values

/** Everything that can be asked for. */
export const everything: Values = {
  ...hasKeys,
  imagePullSecrets: [{ name: 'registry' }],
  keyFile: { existingSecret: 'keys', entry: 'keys.json' },
  serviceAccount: { create: true, name: '', annotations: { note: 'ours' } },
  extraVolumes: [{ name: 'documents', configMap: { name: 'documents' } }],
  extraVolumeMounts: [{ name: 'documents', mountPath: '/etc/documents', readOnly: true }],
  service: { type: 'ClusterIP', port: 80, annotations: { note: 'ours' } },
  ingress: {
    enabled: true,
    className: 'nginx',
    annotations: { note: 'ours' },
    hosts: ['clips.example', 'other.example'],
    tls: [{ hosts: ['clips.example'], secretName: 'tls' }]
  },
  autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9, targetCPUUtilizationPercentage: 60 },
  networkPolicy: {
    enabled: true,
    from: [{ namespaceSelector: { matchLabels: { name: 'gateway' } } }],
    egress: [{ to: [{ podSelector: { matchLabels: { app: 'redis' } } }], ports: [{ port: 6379 }] }]
  },
  serviceMonitor: { enabled: true, interval: '15s', labels: { release: 'prometheus' } },
  podAnnotations: { note: 'ours' },
  podLabels: { team: 'clips' },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'spot', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { nodeAffinity: {} },
  priorityClassName: 'important'
}
