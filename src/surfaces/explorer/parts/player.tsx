import { parseUrl } from '../../../records/identifiers.ts'
import { previewSeconds } from '../../../records/preview-seconds.ts'
import { duration } from '../format.ts'
import { ownAddress } from './picture.tsx'

type PlayerProps = { url: string | null; title: string | null }

/** Plays a sound stored on this server; for others it renders a link. */
export const Player = ({ url, title }: PlayerProps) => {
  const src = ownAddress(url)
  if (src !== null) {
    return (
      <div class="row">
        {/* biome-ignore lint/a11y/useMediaCaption: the sounds have no words that a source tells */}
        <audio controls preload="none" src={src} aria-label={`Play a preview of ${title ?? 'the sound'}`} />
        <p class="quiet small">Preview, {duration(previewSeconds)}</p>
      </div>
    )
  }
  const elsewhere = url === null ? null : parseUrl(url)
  if (elsewhere === null || !/^https?:$/.test(elsewhere.protocol)) return null
  return (
    <div class="row">
      <a class="button" href={elsewhere.href} target="_blank" rel="noopener noreferrer">
        Listen at {elsewhere.host}
      </a>
    </div>
  )
}
