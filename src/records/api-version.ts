/** The version of the API: every answer names it, and a client that asks for another one is refused. */
export const apiVersion = '2025-01'
