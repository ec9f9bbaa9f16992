import { readFile } from 'node:fs/promises'
import type { Examples } from '../../../services/own-examples.ts'

/** An example query that works with the data. */
export type Starter = { query: string; variables?: string }

/** The first query a visitor sees: from a creator to posts, their sounds, and other users of them. */
const firstQuery = (examples: Examples): string => `query FirstLook {
  user(by: { username: ${JSON.stringify(examples.username)} }) {
    displayName
    verified
    followersCount
    posts(first: 3) {
      nodes {
        caption
        plays
        sound {
          title
          author
        }
        hashtags {
          name
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`

/** Fields that need more reads follow in parts. */
const partsQuery = (examples: Examples): string => `query InParts {
  user(by: { username: ${JSON.stringify(examples.username)} }) {
    displayName
    followersCount
    ... @defer(label: "people") {
      followers(first: 5) {
        nodes {
          username
        }
      }
    }
    ... @defer(label: "scores") {
      scorecard {
        scores {
          engagementRate
          partnershipTier
        }
      }
    }
  }
}
`

const documents = new URL('../../../../schema/operations/', import.meta.url)

const day = 86_400_000

/** Published example documents, with values for variables without defaults. */
const published = (examples: Examples): readonly { name: string; variables: Readonly<Record<string, unknown>> }[] => [
  { name: 'search-posts', variables: { keyword: examples.keyword, first: 5 } },
  {
    name: 'find-posts',
    variables: {
      filter: {
        hashtags: { anyOf: [examples.keyword] },
        createdAt: { from: new Date(Date.now() - 30 * day).toISOString().slice(0, 10) }
      },
      orderBy: 'PLAYS',
      first: 3
    }
  },
  {
    name: 'find-creators',
    variables: {
      filter: {
        followers: { min: 10_000, max: 100_000 },
        engagementRate: { min: 0.05 },
        hashtags: { anyOf: [examples.keyword] }
      },
      orderBy: 'ENGAGEMENT_RATE',
      first: 5
    }
  },
  { name: 'trending', variables: { kind: 'CREATOR', window: 'MONTH', first: 5 } },
  { name: 'sound-library', variables: { first: 5 } },
  { name: 'hashtag-top-posts', variables: { hashtagId: examples.challengeId } },
  { name: 'hashtag', variables: { hashtagId: examples.challengeId, first: 5 } },
  { name: 'scorecard', variables: { username: examples.username } }
]

export const readStarters = async (examples: Examples): Promise<Starter[]> => [
  { query: firstQuery(examples) },
  ...(await Promise.all(
    published(examples).map(async ({ name, variables }) => ({
      query: await readFile(new URL(`${name}.graphql`, documents), 'utf8'),
      variables: JSON.stringify(variables, null, 2)
    }))
  )),
  { query: partsQuery(examples) }
]
