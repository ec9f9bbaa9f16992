import { ApiError, invalidParam } from '../core/errors.ts'

/** Processor time that reads for one request may take, in milliseconds. */
export const maxReadMs = 1_000

export const processorMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

export const tooManyReads = (most: number) =>
  invalidParam('query', `needs more than ${most} reads: ask for fewer elements or fewer nested lists`)

/** Results so far stay cached, so a retry gets further. A single shared error: many fields report it, the log shows it once. */
export const usedUp = new ApiError(
  'UNAVAILABLE',
  'Reading for this request took too long; ask for less, or again for the rest.',
  {
    details: { reason: `reads took more than ${maxReadMs} ms` },
    retryAfterSeconds: 1
  }
)
