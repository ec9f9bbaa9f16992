import type { RowChange, RowRead } from '../tables/row-statements.ts'

const parameter = (_: string, index: number): string => `?${index + 1}`

export const readText = ({ text }: RowRead): string => text(parameter)

export const changeText = ({ text }: RowChange): string => text(parameter, () => '')
