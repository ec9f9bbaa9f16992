import { useState } from 'preact/hooks'

/** Code to read, scroll by keyboard and copy. */
export const CodeBlock = ({ label, text }: { label: string; text: string }) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="scroll" tabIndex={0} aria-label={label}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
      {navigator.clipboard !== undefined && (
        <button
          type="button"
          class="button quiet"
          aria-label={`Copy: ${label}`}
          onClick={() => copy().catch(() => setCopied(false))}
        >
          {copied ? 'Copied' : 'Copy'}
        </button>
      )}
    </div>
  )
}
