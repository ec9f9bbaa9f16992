import { accountsAndPrivacy } from './02-accounts-and-privacy.ts'
import { samplesAsRows } from './03-samples-as-rows.ts'
import { listsAndKeys } from './04-lists-and-keys.ts'
import { listOfRemovals } from './05-removals.ts'
import type { Step } from './step.ts'

/** All steps, each by one number later than the one before; the last leads to `schemaVersion`. */
const steps: readonly Step[] = [accountsAndPrivacy, samplesAsRows, listsAndKeys, listOfRemovals]

/** Those that are still to be taken from a version. */
export const stepsFrom = (version: number): readonly Step[] => steps.filter(({ number }) => number > version)

/** Whether there is a way from a version to this one. */
export const canStepFrom = (version: number | null): version is number =>
  version !== null && stepsFrom(version)[0]?.number === version + 1
