import { useState } from 'preact/hooks'
import { parseUrl } from '../../../records/identifiers.ts'

/** How long the confirmation of a copy is shown. */
const saidMs = 1_500

/** The public URL of an object: a link, and a button that copies it. Only for http and https URLs. */
export const ShareAddress = ({ url }: { url: string | null }) => {
  const [isCopied, setCopied] = useState(false)
  const address = url === null ? null : parseUrl(url)
  if (address === null || !/^https?:$/.test(address.protocol)) return null
  const copy = async () => {
    await navigator.clipboard.writeText(address.href)
    setCopied(true)
    setTimeout(() => setCopied(false), saidMs)
  }
  return (
    <p class="row">
      <a class="button" href={address.href} target="_blank" rel="noopener noreferrer">
        Open at {address.host}
      </a>
      {navigator.clipboard !== undefined && (
        <button type="button" class="button" onClick={() => copy().catch(() => setCopied(false))}>
          {isCopied ? 'Copied' : 'Copy address'}
        </button>
      )}
      <span class="unseen" role="status">
        {isCopied ? 'The address of the post is copied.' : ''}
      </span>
    </p>
  )
}
