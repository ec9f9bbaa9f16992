import { ownAddress } from './picture.tsx'

/** Plays a sound that this server has itself; for others there is a link out. */
export const Player = ({ url, title }: { url: string | null; title: string | null }) => {
  const src = ownAddress(url)
  if (src !== null) {
    return (
      // biome-ignore lint/a11y/useMediaCaption: the sounds have no words that a source tells
      <audio controls preload="none" src={src} aria-label={`Play ${title ?? 'the sound'}`} />
    )
  }
  const elsewhere = url === null ? null : URL.parse(url)
  if (elsewhere === null || !/^https?:$/.test(elsewhere.protocol)) return null
  return (
    <a class="button" href={elsewhere.href} target="_blank" rel="noopener noreferrer">
      Listen at {elsewhere.host}
    </a>
  )
}
