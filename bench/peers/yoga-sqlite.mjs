import { createServer } from 'node:http'
import SchemaBuilder from '@pothos/core'
import DataLoader from 'dataloader'
import { createYoga } from 'graphql-yoga'
import { openStatements } from '../statements.ts'
import { nodesByPk, pageOf, profileOf } from './rows.mjs'
import { port, scalars } from './schema.mjs'

/** Asks the file for each request; the schema is built by Pothos, authors and sounds of posts are loaded by a DataLoader of the request. */
const ask = openStatements(process.env.BENCH_DATASET)

const loader = (statement) =>
  new DataLoader(async (pks) => {
    const nodes = nodesByPk(statement, pks)
    return pks.map((pk) => nodes.get(pk) ?? null)
  })

const builder = new SchemaBuilder({})
builder.addScalarType('Count', scalars.Count)
builder.addScalarType('DateTime', scalars.DateTime)

const maybe = (t, type, names) => exposed(t, type, names, true)
const always = (t, type, names) => exposed(t, type, names, false)
const exposed = (t, type, names, nullable) =>
  Object.fromEntries(names.split(' ').map((name) => [name, t.expose(name, { type, nullable })]))

const Hashtag = builder.objectRef('Hashtag').implement({
  fields: (t) => ({ ...maybe(t, 'ID', 'hashtagId'), ...maybe(t, 'String', 'name') })
})
const Sound = builder.objectRef('Sound').implement({
  fields: (t) => ({
    ...maybe(t, 'ID', 'soundId'),
    ...maybe(t, 'String', 'title author'),
    ...maybe(t, 'Boolean', 'isOriginal')
  })
})
const User = builder.objectRef('User')
const Post = builder.objectRef('Post').implement({
  fields: (t) => ({
    ...maybe(t, 'ID', 'postId'),
    ...maybe(t, 'String', 'caption coverUrl shareUrl'),
    ...always(t, 'DateTime', 'createdAt'),
    ...always(t, 'Boolean', 'isAd'),
    ...always(t, 'Count', 'plays likes comments shares saves reposts'),
    ...always(t, 'Int', 'durationSeconds videoHeight videoWidth'),
    hashtags: t.expose('hashtags', { type: [Hashtag] }),
    author: t.field({
      type: User,
      nullable: true,
      resolve: ({ authorPk }, _, { authors }) => (authorPk === null ? null : authors.load(authorPk))
    }),
    sound: t.field({
      type: Sound,
      nullable: true,
      resolve: ({ soundPk }, _, { sounds }) => (soundPk === null ? null : sounds.load(soundPk))
    })
  })
})
const PageInfo = builder.objectRef('PageInfo').implement({ fields: (t) => always(t, 'Boolean', 'hasNextPage') })
const PostConnection = builder.objectRef('PostConnection').implement({
  fields: (t) => ({ nodes: t.expose('nodes', { type: [Post] }), pageInfo: t.expose('pageInfo', { type: PageInfo }) })
})
User.implement({
  fields: (t) => ({
    ...maybe(t, 'ID', 'userId'),
    ...always(t, 'String', 'username'),
    ...maybe(t, 'String', 'displayName websiteUrl bio avatarUrl avatarThumbUrl'),
    ...maybe(t, 'Count', 'followersCount followingCount totalLikes totalVideos'),
    ...maybe(t, 'Boolean', 'verified isPrivate'),
    posts: t.field({
      type: PostConnection,
      args: { first: t.arg.int({ defaultValue: 20 }) },
      resolve: (user, { first }) => pageOf(ask, user, first)
    })
  })
})
const UserBy = builder.inputType('UserBy', {
  isOneOf: true,
  fields: (t) => ({ username: t.string(), userId: t.id() })
})
builder.queryType({
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      args: { by: t.arg({ type: UserBy, required: true }) },
      resolve: (_, { by }) => profileOf(ask, by)
    })
  })
})

const yoga = createYoga({
  schema: builder.toSchema(),
  context: () => ({ authors: loader(ask.authors), sounds: loader(ask.sounds) }),
  healthCheckEndpoint: '/healthz'
})
createServer(yoga).listen(port, '127.0.0.1')
