/** The code of what SQLite says of a file (https://www.sqlite.org/rescode.html); 0 for any other error. */
const codeOf = (error: unknown): number => {
  if (!(error instanceof Error)) return 0
  return 'errcode' in error ? Number(error.errcode) : codeOf(error.cause)
}

const busy = [5, 6, 15]
const damage = [10, 11, 14, 26]
const sealed = [14, 1288, 1544]

/** Another process holds a lock, which passes. */
export const isBusy = (error: unknown): boolean => busy.includes(codeOf(error) % 256)

/** The file cannot be read, or what is read is no database. */
export const isDamage = (error: unknown): boolean => damage.includes(codeOf(error) % 256)

/** What SQLite keeps beside a file can be neither opened nor made. */
export const isSealed = (error: unknown): boolean => sealed.includes(codeOf(error))
