/**
 * Lines of a streamed text, without their line ends. Only \\n, optionally after \\r, ends a line: texts may contain all other separators. A
 * line above `maxLength` characters throws `tooLong()`.
 */
export async function* textLines(
  chunks: AsyncIterable<string>,
  maxLength: number,
  tooLong: () => Error
): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    if (rest.length > maxLength) throw tooLong()
  }
  if (rest !== '') yield rest
}
