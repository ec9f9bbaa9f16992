import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { freePort } from './free-port.ts'

/** Whether something takes connections on a port of this machine. */
export const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Whether this machine can start a Redis. */
export const hasRedisServer = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** A connection to a Redis, for who looks at what is in it and changes that. */
export const openRedis = async (url: string) => {
  const client = createClient({ url })
  // The command that is under way tells of them too.
  client.on('error', () => {})
  await client.connect()
  return client
}
export type RedisClient = Awaited<ReturnType<typeof openRedis>>

/** A Redis of our own to stop and kill, with nothing of anyone else's in it. */
export const startRedis = async () => {
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'clipgraph-redis-'))
  const launch = async () => {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      directory,
      '--save',
      '',
      '--appendonly',
      'no'
    ]
    const started = spawn('redis-server', options, { stdio: 'ignore' })
    started.on('error', () => {})
    for (let waited = 0; !(await isListening(port)); waited += 20) {
      if (waited > 30_000) throw new Error('redis-server does not start')
      await pause(20)
    }
    return started
  }
  let running = await launch()
  // However this process ends, what it started ends with it.
  const end = () => running.kill('SIGKILL')
  process.once('exit', end)
  const gone = () =>
    new Promise<void>((resolve) => {
      if (running.exitCode !== null || running.signalCode !== null) resolve()
      else running.once('exit', () => resolve())
    })
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => running.kill('SIGSTOP'),
    goOn: () => running.kill('SIGCONT'),
    async kill() {
      running.kill('SIGKILL')
      await gone()
    },
    async restart() {
      running = await launch()
    },
    async close() {
      process.off('exit', end)
      running.kill('SIGKILL')
      await gone()
      rmSync(directory, { recursive: true, force: true })
    }
  }
}
