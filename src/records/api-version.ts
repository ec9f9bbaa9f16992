/** The version of the API that every answer names. spec: Versioning. */
export const apiVersion = '2025-01'
