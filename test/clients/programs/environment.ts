/** Where the server is, and what the programs ask it for. */
export const { CLIPGRAPH_URL: url = '', CLIPGRAPH_KEY: key = '' } = process.env

export const username = 'maya.nguyen'
export const missingPost = '1000000000000000000'

const lines: string[] = []

/** One of ten posts, as every program prints them. */
export const printPost = (id: string | null | undefined, plays: number): void => {
  lines.push(`post ${id}, ${plays} plays`)
  console.log(lines.at(-1))
}
