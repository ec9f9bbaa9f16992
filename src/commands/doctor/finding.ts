/** Result of a check. `note`: works, with a remark; `wrong`: prevents the server from working. */
export type DoctorFinding = {
  state: 'ok' | 'note' | 'wrong'
  what: 'configuration' | 'data' | 'sources' | 'search' | 'workers' | 'port'
  found: string
  /** The remedy. */
  todo?: string
}

/** The system's error code; empty without one. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A host as written before a port. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
