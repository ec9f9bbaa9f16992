/** Whether this run tries all that others try some of: `npm run test:thorough`, in a job of each night. */
export const isThorough = process.env.THOROUGH === 'true'

/** Every third of what is tried in many places, all of it in three places that follow each other; in a thorough run all of it in each. */
export const thirdOf = <T>(all: readonly T[], place: number): readonly T[] =>
  isThorough ? all : all.filter((_, index) => (index + place) % 3 === 0)

/** How often a property is tried: ten times as often in a thorough run. */
export const runs = (some: number): number => (isThorough ? 10 * some : some)
