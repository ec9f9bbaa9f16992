import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect } from 'vitest'
import { run } from './checkout.ts'
import { type TestServer, testKey } from './server.ts'

const project = resolve(import.meta.dirname, '..')
export const exampleFolder = join(project, 'examples')
export const readme = readFileSync(join(exampleFolder, 'README.md'), 'utf8')

/** What an example that walks two pages of five prints. */
export const tenPosts = async (server: TestServer): Promise<string> => {
  type Post = { post_id: string; plays: number }
  const { body } = await server.get<Post[]>('/api/v1/users/maya.nguyen/posts?count=10')
  expect(body.data).toHaveLength(10)
  return body.data.map(({ post_id, plays }, index) => `${index + 1}. post ${post_id}, ${plays} plays\n`).join('')
}

/** The command line beside an example in the table, typed in the project's folder. */
export const runExample = (server: TestServer, path: string, key = testKey) => {
  const row = readme.split('\n').find((line) => line.includes(`](${path})`)) ?? ''
  const command = /`CLIPGRAPH_KEY=… (.+?)` *\|$/.exec(row)?.[1] ?? `false # ${path} is not in the table`
  const written = readFileSync(join(exampleFolder, path), 'utf8')
  expect(written, 'the head of the example says how to run it').toContain(`CLIPGRAPH_KEY=… ${command}`)
  return run(command, project, { CLIPGRAPH_URL: server.url, CLIPGRAPH_KEY: key })
}
