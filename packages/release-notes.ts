import { readFileSync } from 'node:fs'

/** Prints what CHANGELOG.md says of a version, the present one unless another is named: that is what a release is announced with. */
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const version = process.argv[2] ?? JSON.parse(read('../package.json')).version
const sections = read('../CHANGELOG.md').split(/^## /m)
const section = sections.find((text) => text.startsWith(`${version}\n`))
if (section === undefined) {
  process.stderr.write(`CHANGELOG.md says nothing of ${version}\n`)
  process.exitCode = 1
} else process.stdout.write(`${section.slice(version.length).trim()}\n`)
