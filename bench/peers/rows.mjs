import { toRecord } from '../statements.ts'
import { camelCased, toHashtag } from './schema.mjs'

/** What both GraphQL peers that ask the file for each request make of its rows. */

export const profileOf = (ask, { username, userId }) => {
  const row = username == null ? ask.profileById.get(userId) : ask.profile.get(username.replace(/^@/, '').toLowerCase())
  if (row === undefined) return null
  const { followers: followersCount, following: followingCount, ...profile } = camelCased(toRecord(row))
  return { ...profile, followersCount, followingCount }
}

export const pageOf = (ask, { username }, first) => {
  const { pk } = ask.owner.get(username.toLowerCase())
  const rows = ask.ownPage.all(pk, first + 1)
  const nodes = rows.slice(0, first).map((row) => {
    const post = camelCased(toRecord(row))
    return { ...post, hashtags: post.hashtags.map(toHashtag) }
  })
  return { nodes, pageInfo: { hasNextPage: rows.length > first } }
}

/** Authors or sounds that a page mentions, read together. */
export const nodesByPk = (statement, pks) =>
  new Map(statement.all(JSON.stringify(pks)).map((row) => [row.pk, camelCased(toRecord(row))]))
