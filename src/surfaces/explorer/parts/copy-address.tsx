import { useState } from 'preact/hooks'
import { addressOf, type Route } from '../route.ts'

type CopyAddressProps = {
  /** The view whose URL is copied; the current one without it. */
  of?: Route
  label?: string
}

/** Copies the URL of a view. Renders nothing where the browser gives pages no clipboard. */
export const CopyAddress = ({ of, label = 'Copy address' }: CopyAddressProps) => {
  const [message, setMessage] = useState<string | null>(null)
  if (navigator.clipboard === undefined) return null
  const copy = () =>
    navigator.clipboard.writeText(of === undefined ? location.href : new URL(addressOf(of), location.href).href).then(
      () => setMessage('Copied'),
      () => setMessage('Could not copy')
    )
  return (
    <button type="button" class="button" aria-live="polite" onClick={copy} onBlur={() => setMessage(null)}>
      {message ?? label}
    </button>
  )
}
