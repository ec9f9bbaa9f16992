import type { Sent } from './request.ts'

/** A text as bash reads it: within single quotes, or with escapes where those would not do. */
const quoted = (text: string): string =>
  /^[\x20-\x26\x28-\x7e]*$/.test(text)
    ? `'${text}'`
    : `$'${text.replace(/[\\']/g, '\\$&').replace(/[^\x20-\x7e]/g, (each) => `\\x${each.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`

/** A request as somebody can send it again: with curl, and bytes that are no request with netcat. */
export const asCommand = ({ method, target, headers, body, isWhole }: Sent, bytes: Buffer, url: string): string => {
  const { hostname, port } = new URL(url)
  if (!isWhole) return `printf %b ${quoted(escaped(bytes))} | nc -N ${hostname} ${port}`
  // HEAD is an option of its own: curl waits for a body otherwise.
  const parts = [
    'curl',
    '-i',
    '--path-as-is',
    '--request-target',
    quoted(target),
    ...(method === 'HEAD' ? ['-I'] : ['-X', method])
  ]
  // Without a value a header is left out by curl, unless it ends so.
  for (const [name, value] of headers) parts.push('-H', quoted(value === '' ? `${name};` : `${name}: ${value}`))
  if (body.length > 0) parts.push('--data-binary', quoted(body.toString('latin1')))
  return [...parts, url].join(' ')
}

const escaped = (bytes: Buffer): string =>
  [...bytes]
    .map((each) => (each > 0x20 && each < 0x7f && each !== 0x5c ? String.fromCharCode(each) : `\\0${each.toString(8)}`))
    .join('')
