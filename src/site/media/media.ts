import type { FastifyInstance } from 'fastify'
import { avatar } from './avatar.ts'
import { collectionCover, effectIcon, liveCover, postCover, soundCover } from './covers.ts'
import { melody } from './melody.ts'

type Make = (id: string) => string | Buffer

/** What the embedded data set points to, by its path with the id left out. */
const media: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['avatar/.svg', (id) => avatar(id, 2)],
  ['avatar//thumb.svg', (id) => avatar(id, 0.625)],
  ['cover/.svg', postCover],
  ['sound/.svg', soundCover],
  ['sound/.wav', melody],
  ['collection/.svg', collectionCover],
  ['live/.svg', liveCover],
  ['effect/.svg', effectIcon]
])

const maxAge = 365 * 24 * 60 * 60

/** Pictures and sounds of the embedded data set, made from the kind and id in the path: the same ones every time. */
export const registerMedia = (host: FastifyInstance) => {
  host.get<{ Params: { '*': string } }>('/media/*', (request, reply) => {
    const [, kind, id = '', rest] = /^([a-z]+\/)(\d{1,20})([a-z/]*\.[a-z]+)$/.exec(request.params['*']) ?? []
    const make = media.get(`${kind}${rest}`)
    if (make === undefined) return reply.callNotFound()
    reply.header('cache-control', `public, max-age=${maxAge}, immutable`).header('x-content-type-options', 'nosniff')
    if (rest === '.wav') return reply.type('audio/wav').send(make(id))
    // Opened by itself, a picture can neither load nor run anything.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    return reply.type('image/svg+xml').send(make(id))
  })
}
