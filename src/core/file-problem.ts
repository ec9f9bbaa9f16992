const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  ENOTDIR: 'its path leads through a file',
  EEXIST: 'its path leads through a file',
  ELOOP: 'circular link',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left'
}

/** Why the system refuses a file, as the end of a sentence. `missing`: what must exist; to write a file, only its folder. */
export const fileProblem = (error: unknown, missing: 'file' | 'folder' = 'file'): string => {
  if (!(error instanceof Error)) return String(error)
  if (missing === 'folder' && 'code' in error && error.code === 'ENOENT') return 'its folder does not exist'
  return reasons['code' in error ? String(error.code) : ''] ?? error.message
}
