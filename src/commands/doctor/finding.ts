/** What one check found. `note`: it works, and there is something to know; `wrong`: it keeps the server from its work. */
export type Finding = {
  state: 'ok' | 'note' | 'wrong'
  what:
    | 'runtime'
    | 'configuration'
    | 'keys'
    | 'data'
    | 'sources'
    | 'search'
    | 'cache'
    | 'documents'
    | 'telemetry'
    | 'port'
  found: string
  /** What to do about it. */
  todo?: string
}

/** The system's word for what went wrong; empty when it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** An address as it stands in front of a port. */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)
