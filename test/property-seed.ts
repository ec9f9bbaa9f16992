import fc from 'fast-check'

// Where a run decides what is released, a failure says that the change broke something, not that chance found a case that nobody had met before.
// Elsewhere each run tries other cases.
const { CI, SEED } = process.env
if (CI === 'true' && SEED !== 'random') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(SEED ?? 1) })
