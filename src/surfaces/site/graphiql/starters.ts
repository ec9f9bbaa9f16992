import { readFile } from 'node:fs/promises'
import { examples } from '../../../services/examples.ts'

/** An example query that works with the default data set. */
export type Starter = { query: string; variables?: string }

/** The first query a visitor sees: from a creator to posts, their sounds, and other users of them. */
const firstQuery: string = `query FirstLook {
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
const partsQuery: string = `query InParts {
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
const published = (): readonly { name: string; variables: Readonly<Record<string, unknown>> }[] => [
  { name: 'search-posts', variables: { keyword: examples.keyword, first: 5 } },
  {
    name: 'find-posts',
    variables: {
      filter: {
        hashtags: { anyOf: ['fyp'] },
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
        hashtags: { anyOf: ['cooking', 'homecooking', 'easyrecipes'] }
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

export const readStarters = async (): Promise<Starter[]> => [
  { query: firstQuery },
  ...(await Promise.all(
    published().map(async ({ name, variables }) => ({
      query: await readFile(new URL(`${name}.graphql`, documents), 'utf8'),
      variables: JSON.stringify(variables, null, 2)
    }))
  )),
  { query: partsQuery }
]
