import { parentPort, workerData } from 'node:worker_threads'
import { CommandError } from '../core/errors.ts'
import { fileProblem } from '../core/file-problem.ts'
import { stopAt } from '../core/stop-gate.ts'
import { type DatasetReport, type DatasetWork, nameOf } from './make-dataset.ts'
import type { OnProgress } from './merge/merge-store.ts'
import { WouldReplace } from './merge/replaced.ts'

type Report = (message: DatasetReport<unknown>) => void

const make = async (task: DatasetWork['task'], onProgress: OnProgress) => {
  if (task.kind === 'import') {
    const { importFiles } = await import('./import.ts')
    return importFiles({ ...task, onProgress })
  }
  const { seedDataset } = await import('./seed/seed.ts')
  return seedDataset({ ...task, onProgress })
}

/** An error of a store or file system that refuses the data set. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && ('syscall' in error || ('code' in error && error.code === 'ERR_SQLITE_ERROR'))

/** Does a task in this thread; reports progress and the result. */
export const work = async ({ task, gate }: DatasetWork, report: Report): Promise<void> => {
  stopAt(gate)
  try {
    report({ summary: await make(task, (...progress) => report({ progress })) })
  } catch (error) {
    if (error instanceof WouldReplace) report({ replaces: { name: error.target, contents: error.contents } })
    else if (error instanceof CommandError) report({ problem: error.message })
    else if (isRefusal(error))
      report({ problem: `Could not write the data set ${nameOf(task)}: ${fileProblem(error)}` })
    else throw error
  }
}

// The worker thread of `makeDataset`.
const port = parentPort
if (port !== null) await work(workerData, (message) => port.postMessage(message))
