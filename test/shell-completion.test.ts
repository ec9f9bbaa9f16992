import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandInProcess } from './command-in-process.ts'
import { isLeftOut } from './ignored-terms.ts'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clipgraph-completion-'))
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout, stderr } = await commandInProcess(`completion ${shell}`, folder)
    expect([code, stderr]).toEqual([0, ''])
    writeFileSync(join(folder, shell), stdout)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

const has = (shell: string) => ['/bin', '/usr/bin', '/usr/local/bin'].some((place) => existsSync(join(place, shell)))
const without = (shell: string) => isLeftOut(has(shell), `completion in ${shell}, which is not installed`)

const run = (shell: string, script: string): string[] => {
  const { stdout, stderr, status } = spawnSync(shell, ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe']
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter((line) => line !== '')
}

/** What a shell offers behind a line. */
const offers: readonly (readonly [line: string, found: readonly string[]])[] = [
  ['clipgraph ex', ['export']],
  ['clipgraph schema ', ['print', 'help']],
  ['clipgraph keys re', ['revoke']],
  ['clipgraph export --for', ['--format']],
  ['clipgraph export sounds --format ', ['ndjson', 'csv']],
  ['clipgraph query --format t', ['table']],
  ['clipgraph completion ', ['bash', 'zsh', 'fish']],
  ['clipgraph schema print --nullability s', ['semantic', 'strict']],
  ['clipgraph doctor --j', ['--json']],
  ['clipgraph import --re', ['--replace', '--resume', '--rejects']]
]

describe.skipIf(without('bash'))('bash', () => {
  /** As readline calls the function: the words of the line, and the one that is being typed. */
  const completed = (line: string) => {
    // Bash splits words at the equals sign too.
    const words = line.split(/ |(?<==)|(?==)/).map((word) => `'${word}'`)
    return run(
      'bash',
      `source ./bash; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _clipgraph; printf '%s\\n' "\${COMPREPLY[@]}"`
    )
  }

  test.each(offers)('“%s”', (line, found) => {
    expect(completed(line).sort()).toEqual([...found].sort())
  })

  test('offers values behind an equals sign, and leaves files to bash', () => {
    expect(completed('clipgraph export sounds --format=c')).toEqual(['csv'])
    expect(completed('clipgraph export sounds --format=').sort()).toEqual(['csv', 'ndjson'])
    for (const line of ['clipgraph import fe', 'clipgraph export sounds --out ']) expect(completed(line)).toEqual([])
    expect(run('bash', 'source ./bash; complete -p clipgraph')).toEqual([
      'complete -o bashdefault -o default -F _clipgraph clipgraph'
    ])
  })

  test('offers every command that --help lists', async () => {
    const { stdout } = await commandInProcess('--help', folder)
    const listed = [...(stdout.split('Examples:')[0] ?? '').matchAll(/^ {2}([a-z]+) (?=.* {2})/gm)].map(
      ([, name]) => name
    )
    expect(listed.length).toBeGreaterThan(10)
    expect(completed('clipgraph ')).toEqual(listed)
  })
})

test.skipIf(without('zsh'))('zsh reads its script', () => {
  run('zsh', 'autoload -U compinit; compinit -D; source ./zsh; [[ -n $_comps[clipgraph] ]]')
})

describe.skipIf(without('fish'))('fish', () => {
  test.each(offers)('“%s”', (line, found) => {
    const offered = run('fish', `source ./fish; complete -C ${JSON.stringify(line)}`).map((each) => each.split('\t')[0])
    expect(offered).toEqual(expect.arrayContaining([...found]))
  })
})

test('another shell is a mistake', async () => {
  const { code, stderr } = await commandInProcess('completion tcsh', folder)
  expect([code, stderr]).toEqual([2, expect.stringContaining('Allowed choices are bash, zsh, fish.')])
})
