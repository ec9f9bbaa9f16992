import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const project = resolve(import.meta.dirname, '..')

type Instruction = { name: string; flags: Record<string, string>; rest: string }
/** What a container is started with. `root`: the folder that stands for its file system. */
export type Image = {
  root: string
  workdir: string
  env: Record<string, string>
  user: { uid: number; gid: number }
  volumes: string[]
  healthcheck: string[]
  cmd: string[]
}

/** Reads the instructions that this project's Dockerfile is made of, and refuses all others. */
export const readDockerfile = (text: string): Instruction[] =>
  text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name = '', given = '', rest = ''] = /^([A-Z]+)\s+((?:--\S+\s+)*)(.*)$/.exec(line.trim()) ?? []
      const flags = Object.fromEntries([...given.matchAll(/--([\w-]+)=(\S+)/g)].map(([, flag, value]) => [flag, value]))
      return { name, flags, rest: rest.trim() }
    })

const words = (text: string): string[] => text.split(/\s+/)
const pairs = (text: string): [string, string][] =>
  [...text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S+))/g)].map(([, key = '', quoted, plain]) => [key, quoted ?? plain ?? ''])

/** Whether .dockerignore keeps a path out of the build; the last line that speaks of it, or of a folder around it, decides. */
export const isIgnored = (path: string, dockerignore: string): boolean => {
  const lines = dockerignore.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const speaksOf = (pattern: string) => pattern === '*' || path === pattern || path.startsWith(`${pattern}/`)
  return lines.findLast((line) => speaksOf(line.replace('!', '')))?.startsWith('!') === false
}

/**
 * Does what the Dockerfile says, in folders below `place` in place of file systems: what it copies and what it runs, not the image that it
 * begins with, which is a folder with this Node and with what the machine has. Gives the last stage.
 */
export const buildImage = async (place: string): Promise<Image> => {
  const dockerignore = readFileSync(join(project, '.dockerignore'), 'utf8')
  const bin = join(place, 'base')
  mkdirSync(bin)
  cpSync(process.execPath, join(bin, 'node'))
  const path = `${bin}:${process.env.PATH}`
  const stages: Record<string, Image> = {}
  const begin = (name: string): Image => {
    const root = join(place, name)
    const stage = { root, workdir: '/', env: { PATH: path }, volumes: [], healthcheck: [], cmd: [] }
    stages[name] = { ...stage, user: { uid: 0, gid: 0 } }
    mkdirSync(root)
    return stages[name]
  }
  let image: Image | null = null
  for (const { name, flags, rest } of readDockerfile(readFileSync(join(project, 'Dockerfile'), 'utf8'))) {
    if (name === 'FROM') {
      const [from = '', , stage = 'final'] = words(rest)
      const [tag, digest = ''] = from.split('@')
      if (tag !== `node:${process.versions.node}-slim`) throw new Error(`${from} is not the Node of this project`)
      if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`${from} is not pinned to its bytes`)
      image = begin(stage)
      continue
    }
    if (image === null) throw new Error(`${name} before FROM`)
    const { root, env } = image
    const inside = (target: string) => join(root, resolve(image?.workdir ?? '/', target))
    if (name === 'ENV') Object.assign(env, Object.fromEntries(pairs(rest)))
    else if (name === 'WORKDIR') {
      image.workdir = rest
      mkdirSync(inside('.'), { recursive: true })
    } else if (name === 'COPY') {
      const from = flags.from === undefined ? project : stages[flags.from]?.root
      const paths = words(rest)
      const target = paths.pop() ?? ''
      for (const source of paths.map((one) => join(from ?? '', one))) {
        if (!existsSync(source)) throw new Error(`COPY ${rest}: there is no ${source}`)
        const isFolder = statSync(source).isDirectory()
        cpSync(source, isFolder ? inside(target) : join(inside(target), basename(source)), {
          recursive: true,
          verbatimSymlinks: true,
          filter: (one) =>
            from !== project || one === project || !isIgnored(one.slice(project.length + 1), dockerignore)
        })
      }
    } else if (name === 'RUN') {
      // What the machine needs to reach a registry, too; npm finds in its cache what was installed for the project itself.
      const settings = { ...process.env, npm_config_prefer_offline: 'true', npm_config_fetch_retries: '1' }
      await promisify(execFile)('sh', ['-c', rest], { cwd: inside('.'), env: { ...settings, ...env } })
    } else if (name === 'USER') {
      const [uid = 0, gid = 0] = rest.split(':').map(Number)
      image.user = { uid, gid }
    } else if (name === 'VOLUME') image.volumes.push(rest)
    else if (name === 'HEALTHCHECK') image.healthcheck = JSON.parse(rest.replace(/^CMD /, ''))
    else if (name === 'CMD') image.cmd = JSON.parse(rest)
    else if (!['LABEL', 'EXPOSE', 'STOPSIGNAL'].includes(name)) throw new Error(`${name} is not known here`)
  }
  if (image === null) throw new Error('the Dockerfile has no FROM')
  return image
}
