import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockedToRun } from './locked.ts'

/**
 * Writes the bill of materials of the server, in CycloneDX, beside its tarball or into the folder that is named: every package that it runs
 * with, by version and checksum, and nothing that only develops it. npm is asked about a project that has nothing else, for its own
 * `--omit dev` leaves out whatever is needed for both, graphql among it.
 */
const { name, version, description, license } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8')
)
const { own, needed } = lockedToRun({ hasBundled: true })
const { dependencies, optionalDependencies } = own
const place = mkdtempSync(join(tmpdir(), 'clipgraph-sbom-'))
// The folder's name is what npm calls the project.
const project = join(place, name)
mkdirSync(project)
const put = (file: string, content: unknown) => writeFileSync(join(project, file), JSON.stringify(content))
put('package.json', { name, version, description, license, dependencies, optionalDependencies })
put('package-lock.json', { name, version, lockfileVersion: 3, packages: { '': own, ...needed } })
const options = ['--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
const bill = execFileSync('npm', ['sbom', ...options], { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 })
rmSync(place, { recursive: true })
writeFileSync(join(process.argv[2] ?? '.', `${name}-${version}.cdx.json`), bill)
