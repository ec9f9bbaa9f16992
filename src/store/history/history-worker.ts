import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type Batch, readBatch, type WriteReport, type WriterOptions } from './batches.ts'
import { inodeOf } from './history-file.ts'
import { HistoryWriter } from './history-writer.ts'
import { isLastingDamage, problemOf } from './problems.ts'

/** Worker thread of `HistoryThread`: owns the connection that writes. */
const options: WriterOptions = workerData

// The serving thread takes precedence if both share a processor. Except on Linux, priorities apply to whole processes.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

let writer: HistoryWriter | null = null
/** The file that is open. */
let inode: bigint | null = null
/** A damaged file and its problem, which lasts until the file is replaced. */
let damaged: { inode: bigint | null; problem: string } | null = null
let opening = 0

const close = () => {
  try {
    writer?.close()
  } finally {
    writer = null
  }
}

const openedAt = (now: number): HistoryWriter => {
  // Someone may have removed or replaced the file.
  if (writer !== null && inodeOf(options.path) === inode) return writer
  close()
  writer = new HistoryWriter(options, now)
  inode = inodeOf(options.path)
  opening += 1
  return writer
}

const write = (batch: Batch): WriteReport => {
  if (damaged !== null && damaged.inode === inodeOf(options.path)) return { problem: damaged.problem }
  damaged = null
  try {
    const opened = openedAt(batch.now)
    const samples = opened.write(readBatch(batch), batch.now)
    return { opening, samples, bytes: opened.bytes }
  } catch (error) {
    const problem = problemOf(error)
    if (isLastingDamage(error)) damaged = { inode: inodeOf(options.path), problem }
    close()
    return { problem }
  }
}

parentPort?.on('message', (order: Batch | null) => {
  if (order !== null) {
    parentPort?.postMessage(write(order))
    return
  }
  close()
  parentPort?.close()
})
