import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { examples } from '../src/services/examples.ts'
import { agentCommand, agentEnvironment, call, overStdio } from './agent.ts'
import { commandInProcess } from './command-in-process.ts'
import { speaking, startFakeUpstream, success } from './fake-upstream.ts'
import { startServer, testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
const seeded = () => ({ DATA_URL: `sqlite:${inject('defaultDataset')}` })

type Agent = {
  child: ChildProcessWithoutNullStreams
  /** Sends a line, and waits for the next line that comes. */
  ask: (line: string) => Promise<Record<string, unknown>>
  /** How it ended. */
  ended: Promise<number | string>
  stdout: () => string
  stderr: () => string
}

/** The process without a client, for what no client would do. */
const begin = (env: Readonly<Record<string, string>> = seeded()): Agent => {
  const child = spawn(agentCommand.command, [...agentCommand.args], { cwd: project, env: agentEnvironment(env) })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  const lines = createInterface({ input: child.stdout })
  return {
    child,
    async ask(line) {
      const answer = once(lines, 'line')
      child.stdin.write(`${line}\n`)
      const [text] = await answer
      return JSON.parse(text)
    },
    ended: once(child, 'close').then(([code, signal]) => code ?? signal),
    stdout: () => stdout,
    stderr: () => stderr
  }
}

const rpc = (method: string, params: object = {}, id = 1) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const hello = rpc('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' }
})
const aCall = rpc('tools/call', { name: 'get_user', arguments: { username: examples.username } }, 2)

describe('clipgraph mcp', () => {
  test('ends when the client closes its end, and has written nothing but the protocol', async () => {
    const agent = begin({ ...seeded(), LOG_LEVEL: 'trace' })
    expect(await agent.ask(hello)).toMatchObject({ id: 1, result: { serverInfo: { name: 'clipgraph' } } })
    expect(await agent.ask(aCall)).toMatchObject({
      id: 2,
      result: { structuredContent: { data: { user_id: expect.any(String) } } }
    })
    agent.child.stdin.end()
    expect(await agent.ended).toBe(0)
    const lines = agent.stdout().trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(['2.0', '2.0'])
  })

  test('ends when the client is gone without a word', async () => {
    const agent = begin()
    await agent.ask(hello)
    agent.child.stdout.destroy()
    agent.child.stderr.destroy()
    agent.child.stdin.destroy()
    expect(await agent.ended).toBe(0)
  })

  test('ends when nobody reads what it writes', async () => {
    const agent = begin()
    await agent.ask(hello)
    agent.child.stdout.destroy()
    agent.child.stdin.write(`${aCall}\n`)
    expect(await agent.ended).toBe(0)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends on %s while the client stays', async (signal) => {
    const agent = begin()
    await agent.ask(hello)
    agent.child.kill(signal)
    expect(await agent.ended).toBe(0)
    expect(agent.stderr()).toBe('')
  })

  test('goes on after what is no message, and tells of it on standard error', async () => {
    const agent = begin()
    agent.child.stdin.write('{"jsonrpc":\n[1]\n\n')
    expect(await agent.ask(hello)).toMatchObject({ id: 1 })
    // Which of the two outputs is heard first is not said.
    await expect.poll(agent.stderr).toContain('was not understood')
    expect(agent.stderr()).not.toMatch(/\n\s+at /)
    agent.child.stdin.end()
    expect(await agent.ended).toBe(0)
  })

  test('does not keep a message without end', async () => {
    const agent = begin()
    await agent.ask(hello)
    agent.child.stdin.on('error', () => {})
    agent.child.stdin.write('x'.repeat(4 * 1024 * 1024))
    expect(await agent.ended).toBe(0)
    expect(agent.stderr()).toMatch(/exceed/i)
  })

  test('says in one line why it cannot begin', async () => {
    for (const [DATA_URL, problem] of [
      ['sqlite:nowhere.db', 'nowhere.db'],
      ['mysql://nothing', 'DATA_URL must be']
    ] as const) {
      const { code, stdout, stderr } = await commandInProcess('mcp', project, { DATA_URL })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(problem)
      expect(stderr.trim().split('\n')).toHaveLength(1)
    }
  })

  test('gives no addresses of pictures that nobody serves, and those of a server that it is told of', async () => {
    const pictures = async (env: Readonly<Record<string, string>>) => {
      const { client } = await overStdio({ ...seeded(), ...env })
      const { content } = await call<{ data: { cover_url: string; share_url: string }[] }>(client, 'list_user_posts', {
        username: examples.username,
        count: 20,
        fields: ['cover_url', 'share_url']
      })
      await client.close()
      expect(content.data.every(({ share_url }) => share_url.startsWith('https://'))).toBe(true)
      return content.data.map(({ cover_url }) => cover_url)
    }
    expect(new Set(await pictures({}))).toEqual(new Set([null]))
    const served = await pictures({ PUBLIC_URL: 'http://clips.test' })
    expect(served.filter((address) => address !== null).length).toBeGreaterThan(0)
    for (const address of served)
      expect(address ?? 'http://clips.test/media/').toMatch(/^http:\/\/clips\.test\/media\//)
  })

  test('gives what another deployment has', async () => {
    const server = await startServer()
    const { client } = await overStdio({ DATA_URL: server.url, UPSTREAM_KEY: testKey })
    const { content } = await call(client, 'get_user', { username: examples.username })
    const { body } = await server.get(`/api/v1/users/${examples.username}`)
    expect(content.data).toEqual(body.data)
    await client.close()
    await server.close()
  })

  test('reads no more pages for a call that the client has called off', async () => {
    const post = { post_id: '1', created_at: 1_700_000_000 }
    const upstream = await startFakeUpstream()
    const { client } = await overStdio({ DATA_URL: upstream.url })
    const controller = new AbortController()
    let pages = 0
    upstream.says(
      speaking(async () => {
        pages += 1
        if (pages === 2) controller.abort()
        await sleep(100)
        return success([{ ...post, post_id: String(pages) }], { cursor: `page-${pages}`, has_more: true })
      })
    )
    const find = { name: 'find_posts', arguments: { username: 'somebody', orderBy: 'PLAYS' } }
    await expect(client.callTool(find, { signal: controller.signal })).rejects.toThrow()
    await sleep(1_000)
    expect(pages).toBeLessThan(5)
    await client.close()
    await upstream.close()
  })
})
