import { type Awaitable, andThen } from '../../../core/awaitable.ts'
import { docUrl } from '../../../core/errors.ts'
import { lazyFunction } from '../../../core/lazy.ts'
import { sharedHeaders } from '../../http/caching.ts'
import type { Incoming } from '../../http/incoming.ts'
import { type Reply, reply } from '../../http/reply.ts'
import { type HttpRoute, pageRoute, publicRoute } from '../../http/route.ts'
import { cachedBriefly, once, oncePer } from '../frame/cached.ts'
import type { SiteOptions } from '../frame/site-options.ts'
import { visitorOf } from '../frame/visitor.ts'
import { documentedCodes } from './error-texts.ts'
import { guideIndex, guidePage, guides } from './guides.ts'
import { type PageParts, pageReply } from './layout.ts'
import { llmsText } from './llms-text.ts'

const textReply = (type: 'markdown' | 'plain', text: string): Reply =>
  reply(
    200,
    ['content-type', `text/${type}; charset=utf-8`, 'x-content-type-options', 'nosniff', ...sharedHeaders(text)],
    text
  )
const markdownReply = (text: string): Reply => textReply('markdown', text)

const replyOf = oncePer(pageReply)

/** Loaded on first use: it brings an HTML parser that many servers never need. */
const markdownOf = async (page: PageParts): Promise<string> => (await import('./page-markdown.ts')).pageMarkdown(page)
const markdownReplyOf = oncePer(async (page: PageParts) => markdownReply(await markdownOf(page)))

/** A page, and its Markdown at the same address with `.md`. */
const pageRoutes = (
  path: string,
  page: () => Awaitable<PageParts>,
  markdown = (_: Incoming): Awaitable<Reply> => andThen(page(), markdownReplyOf)
): HttpRoute[] => [pageRoute(path, () => andThen(page(), replyOf)), publicRoute(`${path}.md`, markdown)]

/** Placeholder for the server's address in the Markdown, which is made once. */
const anyBase = 'http://this-server.invalid'
/** The reference shows the visitor's address and key; its Markdown has the address and no key. */
const referenceRoutes = (options: SiteOptions): HttpRoute[] => {
  const reference = lazyFunction(async () => (await import('./reference.ts')).createReference(options))
  const markdown = cachedBriefly(options.deps, async () => markdownOf(await reference({ baseUrl: anyBase, key: null })))
  return [
    pageRoute('/docs', async (incoming) => pageReply(await reference(visitorOf(incoming, options)))),
    publicRoute('/docs.md', async (incoming) =>
      markdownReply((await markdown()).replaceAll(anyBase, () => visitorOf(incoming, options).baseUrl))
    )
  ]
}

/** Docs: guides, and pages built from the contracts and this server's answers, each loaded on first use. */
export const docsRoutes = (options: SiteOptions): HttpRoute[] => [
  publicRoute('/llms.txt', (incoming) => textReply('plain', llmsText(visitorOf(incoming, options).baseUrl))),
  ...referenceRoutes(options),
  ...pageRoutes(
    '/docs/schema',
    lazyFunction(async () => {
      const [{ schemaReference }, { schema }] = await Promise.all([
        import('./schema-reference.ts'),
        import('../../graphql/schema/schema.ts')
      ])
      return once(() => schemaReference(schema))
    })
  ),
  ...pageRoutes(
    '/docs/limits',
    lazyFunction(async () => {
      const { limitsPage } = await import('./limits-page.ts')
      return once(() => limitsPage(options.config))
    })
  ),
  ...pageRoutes(
    '/docs/map',
    lazyFunction(async () => (await import('./graphql-equivalent-page.ts')).createEquivalentsPage(options))
  ),
  ...pageRoutes('/docs/errors', async () => (await import('./error-pages.ts')).errorIndex),
  ...documentedCodes.flatMap((code) =>
    pageRoutes(
      docUrl(code),
      lazyFunction(async () => (await import('./error-pages.ts')).createErrorPage(code))
    )
  ),
  ...pageRoutes('/docs/guides', once(guideIndex)),
  ...guides.flatMap((guide) => {
    const text = markdownReply(guide.text)
    return pageRoutes(
      guide.path,
      once(() => guidePage(guide)),
      () => text
    )
  })
]
