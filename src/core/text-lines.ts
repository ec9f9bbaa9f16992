/**
 * The lines of a text that comes in pieces, without their ends. Only \\n ends one, alone or behind \\r: texts hold all other separators.
 * Beyond `maxLength` characters the line is given up, with what `tooLong` says of it.
 */
export async function* textLines(
  pieces: AsyncIterable<string>,
  maxLength: number,
  tooLong: () => Error
): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
    if (rest.length > maxLength) throw tooLong()
  }
  if (rest !== '') yield rest
}
