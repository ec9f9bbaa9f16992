import { isSampleData } from '../session.ts'

/** Some file systems cut longer names. */
const nameCharacters = 80

/** A file name with content and date: `posts-of-maya.nguyen-2026-11-22.csv`, or `sample-posts-of-…`. */
export const fileName = (what: string, ending: string): string => {
  const words = what
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}._]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return `${isSampleData() ? 'sample-' : ''}${[...words].slice(0, nameCharacters).join('')}-${new Date().toISOString().slice(0, 10)}.${ending}`
}

/** Downloads a file in the browser. */
export const save = (file: Blob, name: string): void => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has started by then, and has the bytes.
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000)
}
