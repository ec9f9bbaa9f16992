import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'

// Debian keeps the programs of a server out of the way, and has `pg_config` only beside its headers.
const binaries =
  globSync('/usr/lib/postgresql/*/bin/initdb').map(dirname).at(-1) ??
  spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim() ??
  ''
const program = (name: string) => (binaries === '' ? name : join(binaries, name))

/** Whether this machine can start a PostgreSQL. */
export const hasPostgresServer = (): boolean => spawnSync(program('initdb'), ['--version']).status === 0

/** PostgreSQL does not run as root: then it is the user whom its packages make. */
const owner = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

export const clusterUser = 'keeper'
export const clusterPassword = 'sekret'

export type Cluster = {
  /** Of the user who owns all, with the password. */
  url: string
  port: number
  /** The certificate that it shows, where it takes encrypted connections alone. */
  certificate: string | null
  start(): Promise<void>
  /** To all its processes. */
  signal(signal: NodeJS.Signals): void
  /** At once, as one that fails. */
  stop(): Promise<void>
  /** Another one that follows this. */
  replica(): Promise<Cluster>
  close(): Promise<void>
}

/** Whether the server of a data directory takes connections, which it says in its lock file. */
const isReady = (data: string): boolean => {
  try {
    return /^ready/m.test(readFileSync(join(data, 'postmaster.pid'), 'utf8'))
  } catch {
    return false
  }
}

/** `isOpen`: whoever is on this machine may connect without a password, which is checked anew for each connection. */
type Options = { isEncrypted?: boolean; isOpen?: boolean; follows?: Cluster }

/** A PostgreSQL of our own with a password, to encrypt, stop and follow. Nothing that it writes outlives it, so it waits for no disk. */
export const startCluster = async ({
  isEncrypted = false,
  isOpen = false,
  follows
}: Options = {}): Promise<Cluster> => {
  const as = owner()
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-cluster-'))
  const own = (path: string) => as.uid !== undefined && chownSync(path, as.uid, as.gid ?? 0)
  own(folder)
  const data = join(folder, 'data')
  const run = (name: string, args: readonly string[]) =>
    execFileSync(program(name), args, { ...as, cwd: folder, stdio: 'pipe' })
  const url = `postgres://${clusterUser}:${clusterPassword}@127.0.0.1:${port}/postgres`
  if (follows === undefined) {
    const password = join(folder, 'password')
    writeFileSync(password, clusterPassword)
    own(password)
    run('initdb', [
      '-D',
      data,
      '-U',
      clusterUser,
      '--pwfile',
      password,
      '-A',
      isOpen ? 'trust' : 'scram-sha-256',
      '-E',
      'UTF8',
      '--no-sync'
    ])
  } else {
    run('pg_basebackup', ['-D', data, '-d', follows.url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'])
  }
  const files = isEncrypted ? makeCertificate(folder) : null
  if (files !== null) {
    for (const path of Object.values(files)) own(path)
    writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
    appendFileSync(
      join(data, 'postgresql.conf'),
      `ssl = on\nssl_cert_file = '${files.certificate}'\nssl_key_file = '${files.key}'\n`
    )
  }

  let running: ChildProcess | undefined
  const start = async () => {
    const settings = {
      ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: folder },
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    running = spawn(program('postgres'), ['-D', data, ...args], { ...as, cwd: folder, stdio: 'ignore' })
    while (!isReady(data)) {
      if (running.exitCode !== null) throw new Error('PostgreSQL does not start')
      await pause(20)
    }
  }
  const stop = async () => {
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
    const gone = once(running, 'exit')
    running.kill('SIGQUIT')
    await gone
  }
  const signal = (name: NodeJS.Signals) => {
    // Of those that it started some may be gone by themselves.
    spawnSync('pkill', ['--signal', name, '--parent', String(running?.pid)])
    running?.kill(name)
  }
  // However this process ends, what it started ends with it.
  const end = () => running?.kill('SIGQUIT')
  process.once('exit', end)
  await start()
  const cluster: Cluster = {
    ...{ url, port, certificate: files?.certificate ?? null, start, signal, stop },
    replica: () => startCluster({ follows: cluster }),
    async close() {
      process.off('exit', end)
      await stop()
      rmSync(folder, { recursive: true })
    }
  }
  return cluster
}
