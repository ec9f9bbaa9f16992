import type { Random } from './random.ts'
import { artistFirst, artistSecond, titleFirst, titleSecond } from './words.ts'

export const composeTitle = (random: Random): string => {
  const first = random.pick(titleFirst)
  const second = random.pick(titleSecond)
  switch (random.below(8)) {
    case 0:
      return second
    case 1:
      return `${first} ${second} (sped up)`
    case 2:
      return `${first} ${second} (slowed + reverb)`
    case 3:
      return `${second} in ${random.pick(['Blue', 'Gold', 'June', 'November', 'Stereo', 'Slow Motion'])}`
    default:
      return `${first} ${second}`
  }
}

export const composeArtist = (random: Random): string => {
  const [first, second] = [random.pick(artistFirst), random.pick(artistSecond)]
  return random.pick([
    `${first} ${second}`,
    `The ${first} ${plural(second)}`,
    `${first} & ${second}`,
    first + second.toLowerCase()
  ])
}

const plural = (word: string): string => (/[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`)
