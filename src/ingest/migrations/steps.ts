import { firstRelease } from './02-first-release.ts'
import { ratesOfNoPosts } from './03-rates-of-no-posts.ts'
import type { MigrationStep } from './step.ts'

/** All steps, each by one number later than the one before; the last leads to `schemaVersion`. */
const steps: readonly MigrationStep[] = [firstRelease, ratesOfNoPosts]

/** Those that are still to be taken from a version. */
export const stepsFrom = (version: number): readonly MigrationStep[] => steps.filter(({ number }) => number > version)

/** Whether there is a way from a version to this one. */
export const canStepFrom = (version: number | null): version is number =>
  version !== null && stepsFrom(version)[0]?.number === version + 1
