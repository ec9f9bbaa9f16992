import { inOneLine, lineErased } from '../core/terminal.ts'
import type { OnProgress } from './merge/merge-store.ts'

/** Where progress is shown: a terminal or a line-based stream. */
type ProgressStream = {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

const barWidth = 24

/**
 * Shows progress: a bar on a terminal, removed when a step is complete; elsewhere lines, at most one per tenth of a step and per second, or
 * per ten seconds without a known total.
 */
export const progress = (stream: ProgressStream, label?: string): OnProgress =>
  stream.isTTY === true ? bar(stream, label) : lines(stream, label)

const bar = (stream: ProgressStream, label: string | undefined): OnProgress => {
  let shown = ''
  return (step, done, total, note) => {
    const named = inOneLine(note === undefined ? step : `${step}, ${note}`)
    const whole = total === 0 ? named : done < total ? barText(label, named, done / total) : ''
    const text = whole.slice(0, (stream.columns ?? 80) - 1)
    if (text === shown) return
    shown = text
    stream.write(lineErased + text)
  }
}

const barText = (label: string | undefined, step: string, share: number): string => {
  // Drawn from the percentage, so that the line changes only with it.
  const filled = Math.floor((percent(share) * barWidth) / 100)
  const prefix = label === undefined ? '' : `${label}  `
  return `${prefix}${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${String(percent(share)).padStart(3)} %  ${step}`
}

const lines = (stream: ProgressStream, label: string | undefined): OnProgress => {
  const prefix = label === undefined ? '' : `${label}: `
  let current = ''
  let tenths = 0
  let writtenAt = 0
  return (step, done, total, note) => {
    const share = total > 0 ? done / total : 1
    const reached = Math.floor(share * 10)
    if (step !== current) {
      current = step
      stream.write(`${prefix}${inOneLine(step)}\n`)
    } else {
      const passed = performance.now() - writtenAt
      if (total === 0 ? note === undefined || passed < 10_000 : reached <= tenths || passed < 1_000) return
      const parts = [...(total === 0 ? [] : [`${percent(share)} %`]), ...(note === undefined ? [] : [note])]
      stream.write(`${prefix}${inOneLine(step)} ${inOneLine(parts.join(', '))}\n`)
    }
    tenths = reached
    writtenAt = performance.now()
  }
}

const percent = (share: number): number => Math.floor(share * 100)
