import { environment } from '../../core/config/config.ts'
import { settings } from '../../core/config/settings.ts'
import type { DoctorFinding } from './finding.ts'

export const configurationProblem = (problem: string): DoctorFinding => {
  const name = /^\w+/.exec(problem)?.[0]
  if (name === undefined)
    return { state: 'wrong', what: 'configuration', found: problem, todo: 'Correct or remove .env.' }
  const place = process.env[name] === undefined ? 'in .env' : 'in the environment'
  return { state: 'wrong', what: 'configuration', found: problem, todo: `Correct ${name} ${place}.` }
}

/** Shorter names are too similar to unrelated variables. */
const shortestJudged = 6

/** Unknown variables whose names are close to a setting's. */
export function* misspelt(): Generator<DoctorFinding, void, undefined> {
  for (const name of Object.keys(environment())) {
    if (name in settings || name.length < shortestJudged) continue
    const nearest = Object.keys(settings).find((setting) => slips(name, setting) <= 2)
    if (nearest === undefined) continue
    const found = `${name} is set, but no setting has this name`
    yield { state: 'note', what: 'configuration', found, todo: `Rename it if you mean ${nearest}.` }
  }
}

/** Edit distance between two names. */
const slips = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let place = 1; place <= from.length; place += 1) {
    const next = [place]
    for (let index = 1; index <= to.length; index += 1) {
      const change = (row[index - 1] ?? 0) + (from[place - 1] === to[index - 1] ? 0 : 1)
      next.push(Math.min(change, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
