import { useState } from 'preact/hooks'

/** Copies the URL of the view. Renders nothing where the browser gives pages no clipboard. */
export const CopyAddress = () => {
  const [said, say] = useState('Copy address')
  if (navigator.clipboard === undefined) return null
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => say('Copied'),
      () => say('Could not copy')
    )
  return (
    <button type="button" class="button" aria-live="polite" onClick={copy} onBlur={() => say('Copy address')}>
      {said}
    </button>
  )
}
