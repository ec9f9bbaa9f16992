import type { SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { BadPosition } from '../source.ts'

export type Row = Record<string, SQLOutputValue>

/** One prepared statement, typed by the row its SELECT list makes. */
export type Query = {
  get(...parameters: SQLInputValue[]): Row | undefined
  all(...parameters: SQLInputValue[]): Row[]
}

export type Database = {
  /** Prepares on first use: a statement costs as much to prepare as dozens of look-ups with it. */
  query(sql: string): Query
  /** Address under which this server's own pictures and sounds are reached, without a trailing slash. */
  mediaBase(): string
  now(): number
}

/** Reads whole numbers joined by dots, the form of all positions here. */
export const readPosition = (position: string, parts: number): number[] => {
  const numbers = position.split('.').map(Number)
  if (numbers.length !== parts || !/^\d+(\.\d+)*$/.test(position) || !numbers.every(Number.isSafeInteger)) {
    throw new BadPosition(position)
  }
  return numbers
}
