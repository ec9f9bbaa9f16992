import { useState } from 'preact/hooks'
import { parseUrl } from '../../../records/identifiers.ts'
import { PictureIcon } from './icons.tsx'

/**
 * The URL to load a picture from. Pictures of the embedded data contain the server's listening address, which may differ from the page's
 * origin; all others are on hosts that this page does not contact.
 */
const ownAddress = (url: string | null | undefined): string | null => {
  const parsed = url == null ? null : parseUrl(url, location.href)
  if (parsed === null) return null
  if (parsed.pathname.startsWith('/media/')) return parsed.pathname
  return parsed.origin === location.origin ? parsed.href : null
}

export { ownAddress }

type PictureProps = {
  url: string | null | undefined
  /** Alternative text; empty when adjacent text says the same. */
  alt: string
  /** Its first letter replaces a missing picture. */
  name?: string | null | undefined
  shape: 'round' | 'tall' | 'square'
  isFirst?: boolean
}

/** A picture, or a tile with an initial when there is none or it does not load. */
export const Picture = ({ url, alt, name, shape, isFirst = false }: PictureProps) => {
  const src = ownAddress(url)
  const initial = [...(name?.trim() ?? '')][0]?.toUpperCase()
  const [failed, setFailed] = useState<string | null>(null)
  if (src === null || failed === src) {
    return (
      <span
        class={`picture ${shape} missing`}
        {...(alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
      >
        {initial ?? <PictureIcon />}
      </span>
    )
  }
  return (
    <img
      class={`picture ${shape}`}
      src={src}
      alt={alt}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(src)}
    />
  )
}
