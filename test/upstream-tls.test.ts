import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../src/core/log.ts'
import { hasOpenssl, makeCertificate } from './certificate.ts'
import { startDeployment, startFacade, stillNow, ways } from './chain.ts'
import { closedAfter } from './closed-after.ts'
import { findFixtures } from './fixtures.ts'
import { isLeftOut } from './ignored-terms.ts'
import type { TestServer } from './server.ts'

const hasNoCertificate = isLeftOut(hasOpenssl(), 'TLS to an upstream, as there is no openssl', { evenInCi: true })

describe.skipIf(hasNoCertificate)('an upstream that is asked over TLS', () => {
  const kept = closedAfter()
  const folder = mkdtempSync(join(tmpdir(), 'clipgraph-upstream-tls-'))
  const trustedBefore = getCACertificates('default')
  let deployment: TestServer
  let certificate = ''
  let encrypted: { port: number; connections: number; close(): void }
  beforeAll(async () => {
    deployment = await startDeployment()
    const files = makeCertificate(folder)
    certificate = readFileSync(files.certificate, 'utf8')
    const before = { cert: certificate, key: readFileSync(files.key) }
    const listener = createServer(before, (client) => {
      encrypted.connections += 1
      const server = connect(Number(new URL(deployment.url).port), '127.0.0.1')
      client.pipe(server).pipe(client)
      for (const [end, other] of [
        [client, server],
        [server, client]
      ] as const) {
        end.on('error', () => {})
        end.on('close', () => other.destroy())
      }
    })
    listener.on('tlsClientError', () => {})
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    encrypted = { port: (listener.address() as AddressInfo).port, connections: 0, close: () => listener.close() }
  })
  afterAll(async () => {
    setDefaultCACertificates(trustedBefore)
    encrypted.close()
    await deployment.close()
    rmSync(folder, { recursive: true })
  })

  const [handle] = findFixtures().known.user
  test.each(ways)('answers by %s what it answers without, over connections that are kept', async (way) => {
    setDefaultCACertificates([...trustedBefore, certificate])
    encrypted.connections = 0
    const facade = kept(await startFacade(`https://127.0.0.1:${encrypted.port}`, { way, now: () => stillNow }))
    for (const path of [
      `/api/v1/users/${handle}`,
      `/api/v1/users/${handle}/posts`,
      `/api/v1/intelligence/creator/${handle}`
    ]) {
      const [answer, direct] = [await facade.get(path), await deployment.get(path)]
      expect(answer.status).toBe(200)
      expect(answer.body.data).toEqual(direct.body.data)
    }
    // One of them looks whether it is clipgraph.
    expect(encrypted.connections).toBeLessThanOrEqual(3)
  })

  /** The status of an answer, and what operators read of it. */
  const ask = async (url: string) => {
    let said = ''
    const into = new Writable({
      write(chunk, _, done) {
        said += String(chunk)
        done()
      }
    })
    const facade = kept(await startFacade(url, { log: createLog('info', into) }))
    const { status, body } = await facade.get(`/api/v1/users/${handle}`)
    return { status, body: JSON.stringify(body), ready: (await fetch(`${facade.url}/readyz`)).status, said }
  }
  test.each([
    ['whose certificate is not trusted', () => `https://127.0.0.1:${encrypted.port}`, false, 'SELF_SIGNED_CERT'],
    ['whose certificate is of another name', () => `https://localhost:${encrypted.port}`, true, 'ALTNAME_INVALID'],
    ['which has none', () => deployment.url.replace('http:', 'https:'), true, 'WRONG_VERSION_NUMBER']
  ])('and %s is an upstream error, and only the log says why', async (_, url, isTrusted, code) => {
    setDefaultCACertificates(isTrusted ? [...trustedBefore, certificate] : trustedBefore)
    const { status, body, ready, said } = await ask(url())
    expect([status, ready]).toEqual([502, 503])
    expect(body).not.toMatch(/certificate|TLS|127\.0\.0\.1|localhost/)
    expect(said).toContain('what answers at DATA_URL has no certificate that is trusted, or none at all')
    expect(said).toContain(code)
  })
})
