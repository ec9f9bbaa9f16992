import { useState } from 'preact/hooks'
import { PictureIcon } from './icons.tsx'

/**
 * The address a picture is loaded from. Pictures of the embedded data name the address the server listens on, which need not
 * be the one this page was opened under; others are on hosts that this page asks for nothing.
 */
const ownAddress = (url: string | null | undefined): string | null => {
  const parsed = url == null ? null : URL.parse(url, location.href)
  if (parsed === null) return null
  if (parsed.pathname.startsWith('/media/')) return parsed.pathname
  return parsed.origin === location.origin ? parsed.href : null
}

export { ownAddress }

type PictureProps = {
  url: string | null | undefined
  /** What the picture shows; empty when text beside it says so already. */
  alt: string
  /** Of whom or what: its first letter stands in when there is no picture. */
  name?: string | null | undefined
  shape: 'round' | 'tall' | 'square'
  isFirst?: boolean
}

/** A picture, or a plain tile with an initial when there is none or it does not load. */
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
