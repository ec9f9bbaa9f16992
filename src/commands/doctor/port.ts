import { createServer } from 'node:net'
import type { Config } from '../../core/config/config.ts'
import { bracketed, codeOf, type DoctorFinding, messageOf } from './finding.ts'

export const port = async ({ port: number, host }: Config): Promise<DoctorFinding> => {
  const what = 'port'
  if (number === 0) return { state: 'ok', what, found: 'any free port' }
  const address = `${bracketed(host)}:${number}`
  const problem = await listenProblem(number, host)
  if (problem === null) return { state: 'ok', what, found: `${address} is free` }
  const code = codeOf(problem)
  if (code === 'EADDRINUSE') {
    if (await isClipgraph(number, host))
      return { state: 'note', what, found: `another clipgraph already listens on ${address}` }
    return {
      state: 'wrong',
      what,
      found: `${address} is in use by another program`,
      todo: 'Stop that program, or choose another port with PORT.'
    }
  }
  if (code === 'EACCES') {
    return {
      state: 'wrong',
      what,
      found: `this user may not listen on ${address}`,
      todo: 'Choose a PORT above 1023.'
    }
  }
  return {
    state: 'wrong',
    what,
    found: `cannot listen on ${address} (${code || messageOf(problem)})`,
    todo: 'HOST must be an address of this machine: 127.0.0.1 for this machine only, 0.0.0.0 for all networks.'
  }
}

const listenProblem = (number: number, host: string): Promise<Error | null> =>
  new Promise((done) => {
    const server = createServer()
    server.once('error', done)
    server.listen({ port: number, host }, () => server.close(() => done(null)))
  })

/** Whether another clipgraph listens there, recognized by its public contracts. */
const isClipgraph = async (number: number, host: string): Promise<boolean> => {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : bracketed(host)
  try {
    const response = await fetch(`http://${reachable}:${number}/openapi.json`, { signal: AbortSignal.timeout(2_000) })
    const contract = (await response.json()) as { info?: { title?: string } }
    return contract.info?.title === 'clipgraph'
  } catch {
    return false
  }
}
