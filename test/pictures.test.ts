import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inputsHash, madeFrom, pictureFolder } from './pictures/inputs.ts'
import { wayOfARequest } from './pictures/way-of-a-request.ts'

const again =
  'Views that are pictured look different now: run npm run pictures, look at what comes of it, and commit it.'

test('the pictures show what is there now', () => {
  expect(readFileSync(madeFrom, 'utf8').trim(), again).toBe(inputsHash())
  expect(readFileSync(join(pictureFolder, 'way-of-a-request.svg'), 'utf8'), again).toBe(wayOfARequest())
})

test('the pictures are small, for everyone who reads the README loads them', () => {
  const pictures = readdirSync(pictureFolder).filter((name) => /\.(webp|png|svg)$/.test(name))
  expect(pictures.sort()).toEqual(['explorer-dark.webp', 'explorer-light.webp', 'way-of-a-request.svg'])
  for (const name of pictures) {
    const { size } = statSync(join(pictureFolder, name))
    expect([name, size > 500 && size < 150_000]).toEqual([name, true])
  }
})
