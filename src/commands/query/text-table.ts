import { inOneLine } from '../../core/terminal.ts'
import type { AnswerRows } from './answer-rows.ts'

/** Longer texts are cut. */
const maxWidth = 60
const gap = '  '

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const isWide =
  /\p{Emoji_Presentation}|\uFE0F|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\uFF01-\uFF60]/u

type TextCell = { text: string; width: number }

/** One line of at most `maxWidth` columns of a terminal. */
const cellOf = (text: string): TextCell => {
  let cell: TextCell = { text: '', width: 0 }
  for (const { segment } of graphemes.segment(inOneLine(text).replaceAll('\t', ' '))) {
    const width = cell.width + (isWide.test(segment) ? 2 : 1)
    if (width > maxWidth) return { text: `${cell.text}…`, width: cell.width + 1 }
    cell = { text: cell.text + segment, width }
  }
  return cell
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map((item) => item ?? '').join(', ') : String(value ?? '')

/** A table for people: aligned columns, numbers to the right. */
export const textTable = ({ columns, rows }: AnswerRows): string => {
  if (rows.length === 0) return '(no rows)\n'
  const laidOut = columns.map(({ name, read }) => {
    const values = rows.map(read)
    const cells = [name, ...values.map(textOf)].map(cellOf)
    return {
      cells,
      width: Math.max(...cells.map(({ width }) => width)),
      isNumber:
        values.some((value) => typeof value === 'number') && values.every((value) => typeof (value ?? 0) === 'number')
    }
  })
  const lineOf = (line: number): string =>
    laidOut
      .map(({ cells, width: most, isNumber }) => {
        const { text, width } = cells[line] ?? { text: '', width: 0 }
        const padding = ' '.repeat(most - width)
        return isNumber ? padding + text : text + padding
      })
      .join(gap)
      .trimEnd()
  return Array.from({ length: rows.length + 1 }, (_, line) => `${lineOf(line)}\n`).join('')
}
