import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '..')

/** Installs the packages of a folder with a lockfile of its own, unless exactly these are installed. No script of a package runs. */
export const install = (folder: string): void => {
  const lock = join(project, folder, 'package-lock.json')
  const installed = join(project, folder, 'node_modules/.installed-lock.json')
  if (existsSync(installed) && readFileSync(installed).equals(readFileSync(lock))) return
  process.stderr.write(`Installing the packages of ${folder}\n`)
  // npm's output goes to standard error: standard output belongs to the command that needs the packages.
  execFileSync('npm', ['ci', '--prefix', folder, '--ignore-scripts'], { cwd: project, stdio: ['ignore', 2, 2] })
  copyFileSync(lock, installed)
}

if (import.meta.main) for (const folder of process.argv.slice(2)) install(folder)
