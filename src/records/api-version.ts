/** The API version in every answer; a client that asks for another one gets an error. */
export const apiVersion = '2025-01'
