import { crc32, deflateRawSync } from 'node:zlib'

/** Archives as bytes, made here: no program of the system is needed. */

type ZipFile = {
  name: string
  content: string | Uint8Array
  /** Checksum and sizes follow the content, as where the archive was written into a pipe. */
  isStreamed?: boolean
  isStored?: boolean
  /** Sizes are in extra fields of 8 bytes. */
  isZip64?: boolean
  isEncrypted?: boolean
  method?: number
  /** The content as the archive has it. */
  packed?: Buffer
  attributes?: number
  /** It is only listed: its bytes are those of this entry. */
  sharesWith?: string
}

const numbers = (...fields: readonly (readonly [size: 2 | 4 | 8, value: number])[]): Buffer =>
  Buffer.concat(
    fields.map(([size, value]) => {
      const bytes = Buffer.alloc(8)
      bytes.writeBigUInt64LE(BigInt(value))
      return bytes.subarray(0, size)
    })
  )

export const zipOf = (files: readonly ZipFile[], { isZip64 = false } = {}): Buffer => {
  const locals: Buffer[] = []
  const listed: Buffer[] = []
  let offset = 0
  const offsets = new Map<string, number>()
  for (const file of files) {
    const name = Buffer.from(file.name)
    const content = Buffer.from(file.content)
    const data = file.packed ?? (file.isStored ? content : deflateRawSync(content))
    const method = file.method ?? (file.isStored ? 0 : 8)
    const flags = 0x800 | (file.isStreamed ? 8 : 0) | (file.isEncrypted ? 1 : 0)
    const [crc, stored, whole] = [crc32(content), data.length, content.length]
    const long = file.isZip64 ? numbers([2, 1], [2, 16], [8, whole], [8, stored]) : Buffer.alloc(0)
    const sizes = file.isZip64 ? ([0xffffffff, 0xffffffff] as const) : ([stored, whole] as const)
    const common = (sum: number, [packed, unpacked]: readonly [number, number]) =>
      numbers([2, 45], [2, flags], [2, method], [4, 0], [4, sum], [4, packed], [4, unpacked], [2, name.length])
    const before = file.isStreamed ? common(0, [0, 0]) : common(crc, sizes)
    const descriptor = file.isStreamed ? numbers([4, 0x08074b50], [4, crc], [4, stored], [4, whole]) : Buffer.alloc(0)
    const localExtra = file.isStreamed ? Buffer.alloc(0) : long
    const local = [
      numbers([4, 0x04034b50]),
      before,
      numbers([2, localExtra.length]),
      name,
      localExtra,
      data,
      descriptor
    ]
    const isShared = file.sharesWith !== undefined
    if (!isShared) locals.push(...local)
    const begin = offsets.get(file.sharesWith ?? '') ?? offset
    offsets.set(file.name, begin)
    listed.push(
      ...[numbers([4, 0x02014b50], [2, 0x031e]), common(crc, sizes)],
      numbers([2, long.length], [2, 0], [2, 0], [2, 0], [4, file.attributes ?? 0], [4, begin]),
      ...[name, long]
    )
    if (!isShared) offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const listing = Buffer.concat(listed)
  const count = files.length
  const end = offset + listing.length
  const record = [2, 45] as const
  const long = numbers(
    ...([[4, 0x06064b50], [8, 44], record, record, [4, 0], [4, 0], [8, count], [8, count]] as const),
    ...([
      [8, listing.length],
      [8, offset],
      [4, 0x07064b50],
      [4, 0],
      [8, end],
      [4, 1]
    ] as const)
  )
  const shown = isZip64 ? ([0xffff, 0xffffffff] as const) : ([count, offset] as const)
  return Buffer.concat([
    ...[...locals, listing, ...(isZip64 ? [long] : [])],
    numbers([4, 0x06054b50], [4, 0], [2, shown[0]], [2, shown[0]], [4, listing.length], [4, shown[1]], [2, 0])
  ])
}

type TarFile = { name: string; content?: string | Uint8Array; type?: string; link?: string }

const blocks = (content: Uint8Array): Buffer =>
  Buffer.concat([content, Buffer.alloc((512 - (content.length % 512)) % 512)])

const tarHeader = ({ name, type = '0', link = '' }: TarFile, size: number): Buffer => {
  const header = Buffer.alloc(512)
  header.write(name.slice(0, 100))
  header.write('0000644\0', 100)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write(link, 157)
  header.write('ustar\0', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

export const tarEnd = Buffer.alloc(1024)

/** Without the zeros at its end. */
export const tarBlocks = (files: readonly TarFile[]): Buffer =>
  Buffer.concat(
    files.flatMap((file) => {
      const content = Buffer.from(file.content ?? '')
      return [tarHeader(file, content.length), blocks(content)]
    })
  )

export const tarOf = (files: readonly TarFile[]): Buffer => Buffer.concat([tarBlocks(files), tarEnd])

/** Attributes of the next entry (POSIX pax). */
export const paxOf = (key: string, value: string): TarFile => {
  const record = ` ${key}=${value}\n`
  let length = Buffer.byteLength(record)
  while (Buffer.byteLength(`${length}${record}`) > length) length += 1
  return { name: 'pax', type: 'x', content: `${length}${record}` }
}
