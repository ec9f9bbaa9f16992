import { type Row, rowOf } from './row.ts'
import * as rules from './rules.ts'
import type { World } from './world.ts'

/**
 * What people type who have one thing in mind and say more than it: a subject among words that stand somewhere by chance, a question, a slip in the
 * very word that matters, a name in its own script. Written before it was looked at what any engine finds.
 */

type Subject = { query: string; all: readonly string[]; main: string; near?: readonly string[] }

const subjects: readonly Subject[] = [
  { query: 'is yoga good for back pain', all: ['yoga', 'back'], main: 'yoga', near: ['stretching'] },
  { query: 'funny skincare fails', all: ['skincare', 'funny'], main: 'skincare', near: ['skin'] },
  { query: 'easy pasta recipe for beginners', all: ['pasta', 'recipe'], main: 'pasta', near: ['recipe', 'cooking'] },
  { query: 'quiet morning running in the rain', all: ['running', 'rain'], main: 'running', near: ['runner'] },
  { query: 'angry cat wearing a hat', all: ['cat', 'hat'], main: 'cat' },
  { query: 'cheap travel hacks for students', all: ['travel', 'cheap'], main: 'travel', near: ['backpacking'] },
  { query: 'wet hiking boots', all: ['hiking', 'boots'], main: 'hiking', near: ['trail'] },
  { query: 'guitar practice with loud neighbours', all: ['guitar', 'practice'], main: 'guitar' },
  { query: 'messy desk coding setup', all: ['coding', 'desk'], main: 'coding', near: ['programming'] },
  { query: 'kitchen baking disaster', all: ['baking', 'kitchen'], main: 'baking', near: ['cake', 'bread'] },
  { query: 'broken chair woodworking repair', all: ['woodworking', 'chair'], main: 'woodworking' },
  { query: 'wedding makeup for a cousin', all: ['makeup', 'wedding'], main: 'makeup' },
  { query: 'my sister tries street food', all: ['street', 'food'], main: 'streetfood', near: ['food'] }
]

const asked: readonly Subject[] = [
  { query: 'does anyone know how to score sourdough', all: ['sourdough'], main: 'sourdough', near: ['baking'] },
  { query: 'can a grandma learn guitar in a month', all: ['guitar', 'learn'], main: 'guitar' },
  { query: 'what book should i read on the train', all: ['book', 'train'], main: 'book', near: ['reading'] },
  { query: 'why is my basketball shot so flat', all: ['basketball', 'shot'], main: 'basketball' },
  { query: 'is it too late to start coding', all: ['coding'], main: 'coding', near: ['programming'] },
  { query: 'how much sunscreen is enough', all: ['sunscreen'], main: 'sunscreen', near: ['skincare'] },
  { query: 'which thrifted jacket is worth it', all: ['thrifted', 'jacket'], main: 'thrifted', near: ['thrifting'] },
  { query: 'how long until gardening feels easy', all: ['gardening', 'easy'], main: 'gardening', near: ['garden'] }
]

const misspelt: readonly Subject[] = [
  { query: 'sourdoh', all: ['sourdough'], main: 'sourdough' },
  { query: 'lasange', all: ['lasagna'], main: 'lasagna' },
  { query: 'travl tips japan', all: ['travel', 'tips'], main: 'travel', near: ['trip'] },
  { query: 'gardning on the balcony', all: ['gardening', 'balcony'], main: 'gardening', near: ['balcony'] },
  { query: 'basktball at night', all: ['basketball', 'night'], main: 'basketball' },
  { query: 'skincre routine', all: ['skincare', 'routine'], main: 'skincare', near: ['routine'] },
  { query: 'woodwrking joints', all: ['woodworking', 'joint'], main: 'woodworking' },
  { query: 'guittar chords', all: ['guitar', 'chord'], main: 'guitar' },
  { query: 'photograpy golden hour', all: ['photography', 'golden'], main: 'photography', near: ['golden'] }
]

/** Places by a slip, in their own script, and by what is only part of their address. */
const places: readonly { query: string; called: string }[] = [
  { query: 'times squre', called: 'Times Square' },
  { query: 'brooklin bridge', called: 'Brooklyn Bridge' },
  { query: 'central prak', called: 'Central Park' },
  { query: 'manhattan', called: 'Manhattan' },
  ...['東京', '京都市', '大阪城', '台北', '서울', 'ঢাকা', 'दिल्ली', 'القاهرة', 'ירושלים', 'Αθήνα', 'กรุงเทพ'].map(
    (query) => ({
      query,
      called: query
    })
  )
]

/** Words within others: what stands beside a number in a hashtag, and a singular whose plural has another ending. */
const parts: readonly { query: string; part: string }[] = [
  { query: '5k', part: '5k' },
  { query: '2025', part: '2025' },
  { query: 'बिल्ली', part: 'बिल्ल' },
  { query: 'बिल्लियां', part: 'बिल्ल' }
]

const people: readonly { query: string; words: readonly string[] }[] = [
  { query: 'gym workout at home', words: ['fitness', 'gym', 'workout'] },
  { query: 'puppies', words: ['puppy', 'dogs', 'dog'] },
  { query: 'lasagna', words: ['lasagna', 'cooking'] },
  { query: 'sourdough', words: ['sourdough', 'baking'] },
  { query: 'couch to marathon', words: ['running', 'marathon', 'couchto5k'] }
]

const named = ['maya nguyen', 'videos by maya nguyen', 'maya nguen']

export const intents = (world: World): Row[] => {
  const rowsOf = (named: string, some: readonly Subject[], reason: string) =>
    some.map(({ query, all, main, near = [] }) =>
      rowOf(world, {
        class: named,
        kind: 'top',
        query,
        wants: `posts about ${main}`,
        reason,
        grade: rules.about(all, { main, near })
      })
    )
  return [
    ...rowsOf('subjects', subjects, 'what it is about, whatever rare word stands beside it'),
    ...rowsOf('subjects of questions', asked, 'what is asked about'),
    ...rowsOf('misspelt subjects', misspelt, 'the very word that matters is mistyped'),
    ...places.map(({ query, called }) =>
      rowOf(world, {
        class: 'places by other words',
        kind: 'top',
        query,
        wants: `posts made in ${called}`,
        reason: 'called so, or so in its address; next those that say it themselves',
        grade: rules.madeIn(called)
      })
    ),
    ...parts.map(({ query, part }) =>
      rowOf(world, {
        class: 'parts of words',
        kind: 'videos',
        query,
        wants: `posts with a word that holds ${part}`,
        reason: 'a part that means something by itself',
        grade: rules.holdsItself(part)
      })
    ),
    ...people.map(({ query, words }) =>
      rowOf(world, {
        class: 'people by what they post',
        kind: 'users',
        query,
        wants: `people who post about ${words.join(', ')}`,
        reason: 'it stands in the name or bio, or in a third of their posts; next in any of their posts',
        grade: rules.peopleWhoPost(world.records.top, words)
      })
    ),
    ...named.map((query) =>
      rowOf(world, {
        class: 'creators’ posts',
        kind: 'videos',
        query,
        wants: 'posts of Maya Nguyen',
        reason: 'of whoever carries the name; next those that name them',
        isOfOneCreator: true,
        grade: rules.postsOfNamed(['maya', 'nguyen'])
      })
    )
  ]
}
