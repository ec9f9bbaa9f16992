import type { RowChange, RowRead } from '../tables/row-statements.ts'

const parameter = (_: string, index: number): string => `?${index + 1}`

export const readText = ({ text, order }: RowRead): string =>
  `${text(parameter)}${order === '' ? '' : ` ORDER BY ${order}`}`

export const changeText = ({ text }: RowChange): string => text(parameter, () => '')
