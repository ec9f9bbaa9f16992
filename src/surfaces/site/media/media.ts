import { idPattern } from '../../../records/identifiers.ts'
import { rangedReply } from '../../http/byte-range.ts'
import { reply } from '../../http/reply.ts'
import { type HttpRoute, nothingHere, publicRoute } from '../../http/route.ts'
import { fileHeaders, policyOf } from '../frame/headers.ts'
import { melody } from './melody.ts'
import { avatar, avatarThumbnail, collectionCover, effectIcon, liveCover, postCover, soundCover } from './pictures.ts'

type Make = (id: string) => string | Buffer

/** Media of the embedded data set, by path without id. */
const media: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['avatar/.svg', avatar],
  ['avatar//thumb.svg', avatarThumbnail],
  ['cover/.svg', postCover],
  ['sound/.svg', soundCover],
  ['sound/.wav', melody],
  ['collection/.svg', collectionCover],
  ['live/.svg', liveCover],
  ['effect/.svg', effectIcon]
])

/** Kind, id and rest of a path. */
const file = new RegExp(`^([a-z]+/)(${idPattern})([a-z/]*\\.[a-z]+)$`)

const soundHeaders = fileHeaders('audio/wav')
// A picture opened by itself can load and run nothing.
const pictureHeaders = [
  ...fileHeaders('image/svg+xml'),
  ...['content-security-policy', policyOf(["style-src 'unsafe-inline'"])]
]

/** Pictures and sounds of the embedded data set, generated from kind and id in the path, always the same. */
export const mediaRoute: HttpRoute = publicRoute('/media/*', (incoming, { '*': path = '' }) => {
  const make = makerOf(path)
  if (make === null) throw nothingHere()
  const content = make()
  return typeof content === 'string'
    ? reply(200, pictureHeaders, content)
    : rangedReply(soundHeaders, content, incoming)
})

const makerOf = (path: string): (() => string | Buffer) | null => {
  const [, kind, id = '', rest] = file.exec(path) ?? []
  const make = media.get(`${kind}${rest}`)
  return make === undefined ? null : () => make(id)
}
