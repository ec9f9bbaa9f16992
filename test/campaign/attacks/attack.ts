import type { Script } from '../../fake-upstream.ts'
import type { Victim } from './victim.ts'

/**
 * What must become of every request of an attack. `refused`: a 4xx in the form of its surface. `harmless`: that, or an answer as to any client, for
 * the request is legal. `unusable`: that, or a 502 to 504 in form, for the upstream is not to be used.
 */
export type Fate = 'refused' | 'harmless' | 'unusable'

export type Attack = {
  name: string
  fate: Fate
  /** Attacks. What is wrong besides what every answer is looked at for is thrown. */
  run: (victim: Victim) => Promise<void>
  /** What the upstream of the victim says; without it the victim has data of its own. */
  upstream?: Script
  /** MiB that what the attack holds open may take besides. */
  room?: number
  /** Takes long, or is judged by time or by what a process writes: for the campaign alone. */
  isLong?: true
}

/** Attacks of one class. */
export type AttackClass = { name: string; attacks: readonly Attack[] }

/** The same request for each of several addresses. */
export const addresses = (name: string, fate: Fate, targets: readonly string[]): Attack => ({
  name,
  fate,
  async run(victim) {
    for (const target of targets) await victim.ask(target)
  }
})

/** Documents that are sent with a POST, one after the other. */
export const documents = (name: string, fate: Fate, texts: readonly string[]): Attack => ({
  name,
  fate,
  async run(victim) {
    for (const text of texts) await victim.graph(text)
  }
})
