import type { ComponentChild } from 'preact'
import { canonicalHashtag } from '../../../records/hashtag-name.ts'
import { Link } from '../navigation.tsx'
import { hashtagRoute, type LinkedHashtag, type Route } from '../route.ts'

/** A handle or hashtag that does not follow a letter: an email address contains no handle. */
const sign =
  /(?<![\p{L}\p{N}_./])(?:@(?<handle>[\p{L}\p{N}_](?:[\p{L}\p{N}._]{0,62}[\p{L}\p{N}_])?)|[#﹟＃](?<tag>(?:[\p{L}\p{M}\p{N}_·\u200c]|\u200d){1,100}))/gu

const routeOf = (
  { handle, tag = '' }: Record<string, string | undefined>,
  hashtags: readonly LinkedHashtag[]
): Route | null => {
  if (handle !== undefined) return { view: 'creator', username: handle, shows: 'posts' }
  const use = hashtags.find(({ name }) => name !== null && canonicalHashtag(name) === canonicalHashtag(tag))
  return hashtagRoute(use ?? { hashtagId: null, name: tag })
}

/** Text whose mentions and hashtags are links. `hashtags`: those of the text that are known. */
export const RichText = ({ text, hashtags = [] }: { text: string; hashtags?: readonly LinkedHashtag[] }) => {
  const parts: ComponentChild[] = []
  let end = 0
  for (const found of text.matchAll(sign)) {
    const to = routeOf(found.groups ?? {}, hashtags)
    if (to === null) continue
    parts.push(text.slice(end, found.index))
    parts.push(
      <Link key={found.index} to={to}>
        <bdi>{found[0]}</bdi>
      </Link>
    )
    end = found.index + found[0].length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
