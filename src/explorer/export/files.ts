/** Longer names are cut by some file systems. */
const nameCharacters = 80

/** The name of a file that tells what it holds and when it was taken: `posts-of-maya.nguyen-2026-11-22.csv`. */
export const fileName = (what: string, ending: string): string => {
  const words = what
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return `${[...words].slice(0, nameCharacters).join('')}-${new Date().toISOString().slice(0, 10)}.${ending}`
}

/** Has the browser save a file. */
export const save = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has begun by then; the browser keeps the bytes for it.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
