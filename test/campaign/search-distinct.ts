import { searchDistinct } from './memory.ts'

/** A process of its own for so many keywords and so many bytes of cache; prints what they took as JSON. */
const [keywords = 0, maxBytes = 0] = process.argv.slice(2).map(Number)
process.stdout.write(JSON.stringify(await searchDistinct(keywords, maxBytes)))
