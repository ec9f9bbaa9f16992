import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { collected } from './collected.ts'
import { commandInProcess } from './command-in-process.ts'
import { startServer, type TestServer } from './server.ts'

/** Those of the samples that an import has to read rightly. */
const names = [
  'private_posts.json',
  'comments_plain.json',
  'page_interests.json',
  'copyright.json',
  'uncounted.json',
  'crawler.json',
  'studio_content.csv',
  'url_only.json',
  'plain_api.json',
  'coded.csv',
  'flat_collector.csv',
  'playlist.json'
]

const folder = mkdtempSync(join(tmpdir(), 'clipgraph-field4-samples-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An address with the parts of its data, its status, or what a text contains (the samples' README.md). */
type Check = readonly [address: string, expected: Readonly<Record<string, unknown>> | number]

const answers = collected(join('field4', 'expected.json'))
const checks: Readonly<Record<string, readonly Check[]>> = answers.isLeftOut
  ? {}
  : JSON.parse(readFileSync(answers.file, 'utf8'))

const checkText = (text: string, { summary, not, contains }: Readonly<Record<string, unknown>>) => {
  for (const part of [summary, contains]) if (part !== undefined) expect(text).toContain(part)
  if (not !== undefined) expect(text).not.toContain(not)
}

const checkAnswer = async (server: TestServer, [address, expected]: Check): Promise<void> => {
  const [, query] = /^graphql:(.*)$/.exec(address) ?? []
  if (query !== undefined) return checkText(JSON.stringify(await server.query(query)), Object(expected))
  const { status, body } = await server.get(address)
  if (typeof expected === 'number') expect([address, status]).toEqual([address, expected])
  else if ('#' in expected)
    expect([address, body.data]).toEqual([address, expect.objectContaining({ length: expected['#'] })])
  else expect({ [address]: body.data }).toMatchObject({ [address]: expected })
}

describe('a file of a kind that imports did not know is read as its author means it:', () => {
  for (const name of names) {
    const { file, isLeftOut } = collected(join('field4', name))
    test.skipIf(isLeftOut || answers.isLeftOut)(name, async () => {
      const dataset = join(folder, `${name}.db`)
      const { stdout, stderr } = await commandInProcess(`import ${file} --out ${dataset}`, folder)
      const ofFile = checks[name] ?? []
      expect(ofFile).not.toEqual([])
      for (const [, expected] of ofFile.filter(([address]) => address === 'import')) {
        checkText(stdout + stderr, Object(expected))
      }
      const others = ofFile.filter(([address]) => address !== 'import')
      if (others.length === 0) return
      expect(existsSync(dataset)).toBe(true)
      const server = await startServer({ dataset })
      try {
        for (const check of others) await checkAnswer(server, check)
      } finally {
        await server.close()
      }
    })
  }
})
