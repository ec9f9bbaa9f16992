/** Where progress is shown: a terminal, or anything that takes lines. */
export type ProgressStream = {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Hears that `done` of `total` are done in one step of the work. */
export type OnProgress = (step: string, done: number, total: number) => void

const barWidth = 24
const eraseLine = '\r\x1b[2K'

/**
 * Shows how far a long piece of work has come: on a terminal as a bar in one line that is gone when a step is complete,
 * elsewhere as lines, at most one for each tenth of a step and one a second.
 */
export const progress = (stream: ProgressStream, label?: string): OnProgress =>
  stream.isTTY === true ? bar(stream, label) : lines(stream, label)

const bar = (stream: ProgressStream, label: string | undefined): OnProgress => {
  let shown = ''
  return (step, done, total) => {
    const text = done < total ? barText(label, step, done / total).slice(0, (stream.columns ?? 80) - 1) : ''
    if (text === shown) return
    shown = text
    stream.write(eraseLine + text)
  }
}

const barText = (label: string | undefined, step: string, share: number): string => {
  // Drawn from the percentage, so that the line changes only when that does.
  const filled = Math.floor((percent(share) * barWidth) / 100)
  const prefix = label === undefined ? '' : `${label}  `
  return `${prefix}${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${String(percent(share)).padStart(3)} %  ${step}`
}

const lines = (stream: ProgressStream, label: string | undefined): OnProgress => {
  const prefix = label === undefined ? '' : `${label}: `
  let current = ''
  let tenths = 0
  let writtenAt = 0
  return (step, done, total) => {
    const share = total > 0 ? done / total : 1
    const reached = Math.floor(share * 10)
    if (step !== current) {
      current = step
      stream.write(`${prefix}${step}\n`)
    } else if (reached <= tenths || performance.now() - writtenAt < 1_000) {
      return
    } else {
      stream.write(`${prefix}${step} ${percent(share)} %\n`)
    }
    tenths = reached
    writtenAt = performance.now()
  }
}

const percent = (share: number): number => Math.floor(share * 100)
