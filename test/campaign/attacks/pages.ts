/** Pages of every kind. */
export const pages = [
  '/',
  '/docs',
  '/docs/schema',
  '/docs/errors',
  '/docs/errors/NOT_FOUND',
  '/docs/guides',
  '/docs/browsers',
  '/graphql'
] as const
