import { camelCase } from '../../graphql/schema/record-fields.ts'
import { Collection } from '../../records/collection.ts'
import type { RestOperation } from '../../rest/operations.ts'

type Values = Readonly<Record<string, string>>
type Member = { type?: string; properties?: object }

/** Writes a parameter of the operation as a GraphQL value: its literal, or the name of a variable. */
type Write = (param: string, type: 'String!' | 'ID!' | 'Int', name?: string) => string

const user = (write: Write) => `user(by: { username: ${write('username', 'String!')} })`
const search = (write: Write) => `search(keyword: ${write('keyword', 'String!')})`
const first = (write: Write) => `first: ${write('count', 'Int', 'first')}`
const byId = (root: string, param: string, name = param) => {
  return (write: Write) => `${root}(${name}: ${write(param, 'ID!', name)})`
}
const sound = byId('sound', 'soundId')
const place = byId('place', 'placeId')
const collection = byId('collection', 'collectionId')
const hashtag = byId('hashtag', 'challengeId', 'hashtagId')

/** Where the graph has what each operation answers with, from the root down. */
const places: Readonly<Record<string, (write: Write) => readonly string[]>> = {
  getUser: (write) => [user(write)],
  getUserById: (write) => [`user(by: { userId: ${write('userId', 'ID!')} })`],
  listUserPosts: (write) => [user(write), `posts(${first(write)})`],
  listUserReposts: (write) => [user(write), `reposts(${first(write)})`],
  listUserFollowers: (write) => [user(write), `followers(${first(write)})`],
  getUserPlaylist: (write) => [user(write), 'collections'],
  getPost: (write) => [`post(by: { postId: ${write('videoId', 'ID!', 'postId')} })`],
  getSound: (write) => [sound(write)],
  listSoundPosts: (write) => [sound(write), `posts(${first(write)})`],
  listSoundLibrary: (write) => [`soundLibrary(${first(write)})`],
  search: (write) => [search(write), `posts(${first(write)})`],
  searchVideos: (write) => [search(write), `videos(${first(write)})`],
  searchUsers: (write) => [search(write), `users(${first(write)})`],
  searchLive: (write) => [search(write), `live(${first(write)})`],
  suggest: (write) => [search(write), 'suggestions'],
  getLiveRoom: (write) => [byId('liveRoom', 'roomId')(write)],
  getLiveStatus: (write) => [`liveStatus(username: ${write('username', 'String!')})`],
  getEffect: (write) => [byId('effect', 'effectId')(write)],
  getPlace: (write) => [place(write)],
  listPlacePosts: (write) => [place(write), `posts(${first(write)})`],
  getCollection: (write) => [collection(write)],
  listCollectionPosts: (write) => [collection(write), `posts(${first(write)})`],
  listChallengePosts: (write) => [hashtag(write), `posts(${first(write)})`],
  getCreatorScorecard: (write) => [user(write), 'scorecard']
}

/** The fields of a record in the graph, where prefixed copies are references. */
const selection = (record: { readonly title?: string; readonly properties: object }): string[] => {
  const fields: string[] = []
  // Records are JSON Schemas; only these keywords are looked at.
  for (const [key, member] of Object.entries(record.properties) as [string, Member][]) {
    if (record.title === 'Post' && /^(author|sound)_|^hashtags$/.test(key)) continue
    if (record.title === 'UserProfile' && key === 'followers') fields.push('followersCount')
    else if (member.type === 'object' && member.properties !== undefined) {
      fields.push(camelCase(key), '{', ...selection({ properties: member.properties }), '}')
    } else fields.push(camelCase(key))
  }
  if (record.title !== 'Post') return fields
  return [
    ...fields,
    'author { username displayName verified avatarThumbUrl }',
    'sound { soundId title author isOriginal }',
    'hashtags { hashtagId name }'
  ]
}

const lineWidth = 60
const fits = (...parts: string[]) => parts.join(' ').length <= lineWidth

/** Fields side by side as far as a line goes, braces opening and closing levels. */
const layOut = (words: readonly string[]): string => {
  const lines: string[] = []
  let indent = ''
  let line = ''
  const end = () => {
    if (line !== '') lines.push(indent + line)
    line = ''
  }
  for (const [index, word] of words.entries()) {
    if (word === '{') {
      lines.push(line === '' ? `${indent}{` : `${indent}${line} {`)
      line = ''
      indent += '  '
    } else if (word === '}') {
      end()
      indent = indent.slice(2)
      lines.push(`${indent}}`)
    } else if (line !== '' && !word.includes('{') && words[index + 1] !== '{' && fits(indent, line, word)) {
      line += ` ${word}`
    } else {
      end()
      line = word
    }
  }
  return lines.join('\n')
}

const selectionFor = ({ record, pagination }: RestOperation): string[] => {
  const fields = record === 'strings' ? [] : selection(record.title === 'PlaylistList' ? Collection : record)
  if (pagination === 'none') return fields
  const total = pagination === 'cursor' ? [] : ['totalCount']
  return [...total, 'nodes', '{', ...fields, '}', 'pageInfo { hasNextPage endCursor }']
}

const queryText = (operation: RestOperation, path: readonly string[], opening: readonly string[]): string => {
  const leaf = selectionFor(operation)
  const opened = path.flatMap((step, index) => (index === path.length - 1 && leaf.length === 0 ? [step] : [step, '{']))
  const closed = opened.filter((word) => word === '{').map(() => '}')
  return layOut([...opening, '{', ...opened, ...leaf, ...closed, '}'])
}

const literal =
  (values: Values): Write =>
  (param, type) =>
    type === 'Int' ? String(values[param]) : JSON.stringify(values[param] ?? '')

/** The GraphQL query that asks for what a REST operation answers with; null when there is none. */
export const graphqlTwin = (operation: RestOperation, values: Values): string | null => {
  const path = places[operation.id]?.(literal(values))
  return path === undefined ? null : queryText(operation, path, [])
}

/** The same as a document with variables, as a client would keep it. */
export type GraphQLForm = {
  query: string
  variables: Readonly<Record<string, string | number>>
  /** Parameters of the operation and the variables they became. */
  names: readonly { param: string; variable: string }[]
  /** Names of the fields from the root down to what `data` holds in REST. */
  fields: readonly string[]
}

export const graphqlForm = (operation: RestOperation, values: Values): GraphQLForm | null => {
  const declared: string[] = []
  const names: { param: string; variable: string }[] = []
  const variables: Record<string, string | number> = {}
  const path = places[operation.id]?.((param, type, name = param) => {
    declared.push(`$${name}: ${type}`)
    names.push({ param, variable: name })
    variables[name] = type === 'Int' ? Number(values[param]) : (values[param] ?? '')
    return `$${name}`
  })
  if (path === undefined) return null
  const title = `${operation.id.charAt(0).toUpperCase()}${operation.id.slice(1)}`
  const query = queryText(operation, path, [`query ${title}(${declared.join(', ')})`])
  return { query, variables, names, fields: path.map((step) => /^\w+/.exec(step)?.[0] ?? '') }
}

/** Where GraphiQL opens with a query, ready to run. */
export const graphiqlAddress = (query: string, variables?: Readonly<Record<string, unknown>>): string =>
  `/graphql?query=${encodeURIComponent(query)}${variables === undefined ? '' : `&variables=${encodeURIComponent(JSON.stringify(variables, null, 2))}`}`
