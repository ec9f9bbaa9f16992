/** SQLite's result code (https://www.sqlite.org/rescode.html); 0 for other errors. */
export const codeOf = (error: unknown): number => {
  if (!(error instanceof Error)) return 0
  return 'errcode' in error ? Number(error.errcode) : codeOf(error.cause)
}

const busy = [5, 6, 15]
const damage = [10, 11, 14, 26]
const sealed = [14, 1288, 1544]

/** Another process holds a lock for a moment. */
export const isBusy = (error: unknown): boolean => busy.includes(codeOf(error) % 256)

/** Message for a file that stays busy. */
export const locked = 'is locked by another program; try again when that has finished'

/** The file cannot be read or is no valid database. */
export const isDamage = (error: unknown): boolean => damage.includes(codeOf(error) % 256)

/** SQLite cannot open or create its side files. */
export const isSealed = (error: unknown): boolean => sealed.includes(codeOf(error))
