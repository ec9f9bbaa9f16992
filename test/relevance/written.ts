import { pick, type Row, rowOf } from './row.ts'
import * as rules from './rules.ts'
import type { World } from './world.ts'

/**
 * What people ask, written by hand: questions with words that mean nothing, topics that a world of short videos always has, and what was
 * once searched for in vain. What a data set has nothing of is left out of the count.
 */

type Topic = {
  query: string
  /** Words that are all meant. */
  all: readonly string[]
  /** The one of them that is most of it. */
  main?: string
  /** Words that are near. */
  near?: readonly string[]
  reason: string
}

const questions: readonly Topic[] = [
  {
    query: 'how to make sourdough bread at home',
    all: ['sourdough', 'bread'],
    main: 'sourdough',
    near: ['baking', 'loaf'],
    reason: 'sourdough is bread; baking is near'
  },
  {
    query: 'how do I start gardening on a balcony',
    all: ['balcony', 'garden'],
    main: 'balcony',
    reason: 'a garden on a balcony; gardens alone are half of it'
  },
  {
    query: 'what to cook for dinner',
    all: ['cook', 'dinner'],
    main: 'dinner',
    near: ['recipe'],
    reason: 'dinner is what is asked for'
  },
  {
    query: 'best skincare routine for dry skin',
    all: ['skincare', 'dry'],
    main: 'skincare',
    near: ['skin', 'serum'],
    reason: 'skincare; dry skin is more of it'
  },
  {
    query: 'how to decorate a cake',
    all: ['cake', 'decorating'],
    main: 'cake',
    near: ['frosting', 'baking'],
    reason: 'cakes, decorated ones first'
  },
  {
    query: 'how can I learn street dance',
    all: ['street', 'dance'],
    main: 'streetdance',
    near: ['dance'],
    reason: 'street dance; other dances are near'
  },
  {
    query: 'what is the best free kick',
    all: ['free', 'kick'],
    main: 'freekick',
    near: ['football'],
    reason: 'free kicks; football is near'
  },
  {
    query: 'how do you train a goalkeeper',
    all: ['goalkeeper', 'training'],
    main: 'goalkeeper',
    near: ['football'],
    reason: 'goalkeepers, in training first'
  },
  {
    query: 'why does my cat knock things off the table',
    all: ['cat', 'table'],
    main: 'cat',
    reason: 'a cat; the table is part of the story'
  },
  {
    query: 'where to eat street food in london',
    all: ['streetfood', 'london'],
    main: 'streetfood',
    near: ['london', 'food'],
    reason: 'street food, in London first'
  },
  {
    query: 'how to take photos at golden hour',
    all: ['golden', 'hour'],
    main: 'goldenhour',
    near: ['photography', 'photo'],
    reason: 'golden hour is the particular of it'
  },
  {
    query: 'what are good books for fantasy fans',
    all: ['fantasy', 'book'],
    main: 'fantasy',
    near: ['book', 'reading'],
    reason: 'fantasy books; books are near'
  },
  {
    query: 'is it hard to build a bookshelf',
    all: ['bookshelf'],
    near: ['woodworking', 'shelf'],
    reason: 'the bookshelf'
  },
  {
    query: 'how to grow tomatoes',
    all: ['grow', 'tomatoes'],
    main: 'tomatoes',
    near: ['gardening'],
    reason: 'tomatoes, growing ones first'
  },
  {
    query: 'how to get better at drawing',
    all: ['drawing'],
    near: ['sketch', 'art'],
    reason: 'drawing is all that is said'
  },
  {
    query: 'what is the easiest recipe for beginners',
    all: ['easy', 'recipe'],
    main: 'recipe',
    near: ['cooking'],
    reason: 'recipes, easy ones first'
  },
  {
    query: 'how do I study for exams',
    all: ['study', 'exam'],
    main: 'exam',
    near: ['study'],
    reason: 'exams and studying'
  },
  {
    query: 'which yoga is good for flexibility',
    all: ['yoga', 'flexibility'],
    main: 'yoga',
    near: ['stretch'],
    reason: 'yoga, for flexibility first'
  },
  {
    query: 'can you show me a kpop dance cover',
    all: ['kpop', 'dance', 'cover'],
    main: 'kpop',
    near: ['dance'],
    reason: 'K-pop covers; K-pop is most of it'
  },
  {
    query: 'the best hikes near me',
    all: ['hiking'],
    near: ['trail', 'mountain'],
    reason: 'hiking is all that is said'
  }
]

const topics: readonly Topic[] = [
  {
    query: 'sourdough bread',
    all: ['sourdough', 'bread'],
    main: 'sourdough',
    near: ['baking', 'loaf'],
    reason: 'both words; bread alone is less'
  },
  { query: 'diy projects', all: ['diy', 'project'], main: 'diy', reason: 'also as one hashtag; DIY is most of it' },
  { query: 'diyprojects', all: ['diy', 'project'], main: 'diy', reason: 'also as two words' },
  {
    query: 'easy recipes',
    all: ['easy', 'recipe'],
    main: 'recipe',
    near: ['cooking'],
    reason: 'recipes, easy ones first'
  },
  { query: 'recipes', all: ['recipe'], near: ['cooking'], reason: 'any form of the word' },
  { query: 'tomato soup', all: ['tomato', 'soup'], main: 'soup', reason: 'a soup' },
  { query: 'street food', all: ['street', 'food'], main: 'streetfood', reason: 'also as one hashtag' },
  { query: 'street photography', all: ['street', 'photography'], main: 'photography', reason: 'also as one hashtag' },
  { query: 'film photography', all: ['film', 'photography'], main: 'photography', reason: 'also as one hashtag' },
  {
    query: 'cake decorating',
    all: ['cake', 'decorating'],
    main: 'cake',
    near: ['baking'],
    reason: 'also as one hashtag'
  },
  { query: 'home cooking', all: ['home', 'cooking'], main: 'cooking', reason: 'also as one hashtag' },
  { query: 'kpop dance', all: ['kpop', 'dance'], main: 'kpop', near: ['dance'], reason: 'also as one hashtag' },
  { query: 'football skills', all: ['football', 'skill'], main: 'football', reason: 'also as one hashtag' },
  {
    query: 'sunday league',
    all: ['sunday', 'league'],
    main: 'sundayleague',
    near: ['football'],
    reason: 'also as one hashtag'
  },
  { query: 'cozy games', all: ['cozy', 'game'], main: 'cozygames', near: ['gaming'], reason: 'also as one hashtag' },
  { query: 'slow travel', all: ['slow', 'travel'], main: 'travel', reason: 'also as one hashtag' },
  { query: 'skin care', all: ['skincare'], near: ['skin'], reason: 'one word that many write as two' },
  { query: 'skincare', all: ['skincare'], near: ['skin'], reason: 'one word; of many creators' },
  { query: 'basketball', all: ['basketball'], near: ['basket'], reason: 'one word; of many creators' },
  { query: 'woodworking', all: ['woodworking'], near: ['wood'], reason: 'one word; of many creators' },
  { query: 'gardening', all: ['gardening'], near: ['plant'], reason: 'one word; of many creators' },
  { query: 'makeup', all: ['makeup'], near: ['lipstick'], reason: 'one word; of many creators' },
  { query: 'baking', all: ['baking'], near: ['bread', 'cake'], reason: 'one word; of many creators' },
  { query: 'cats', all: ['cat'], reason: 'one word; of many creators' },
  { query: 'travel', all: ['travel'], near: ['trip'], reason: 'one word; of many creators' }
]

const people: readonly { query: string; handle: string; reason: string }[] = [
  { query: 'may ngyuen', handle: 'maya.nguyen', reason: 'two slips in two short words' },
  { query: 'maya nguen', handle: 'maya.nguyen', reason: 'a letter left out' },
  { query: 'maya ngu', handle: 'maya.nguyen', reason: 'the last name is not finished' },
  { query: 'mayanguyen', handle: 'maya.nguyen', reason: 'the handle without its dot' },
  { query: '@maya.nguyen', handle: 'maya.nguyen', reason: 'one account is meant' },
  { query: 'Maya Nguyen', handle: 'maya.nguyen', reason: 'the name as it is shown' }
]

const typedBefore: readonly { query: string; says: string; reason: string }[] = [
  { query: 'cookin', says: 'cooking', reason: 'as it is spoken' },
  { query: 'dont', says: 'dont', reason: 'without the apostrophe' },
  { query: 'receipe', says: 'recipe', reason: 'two letters changed over' },
  { query: 'sourdogh', says: 'sourdough', reason: 'a letter left out' },
  { query: 'basketbal', says: 'basketball', reason: 'a letter left out' },
  { query: 'photograhpy', says: 'photography', reason: 'two letters changed over' },
  { query: 'woodwroking', says: 'woodworking', reason: 'two letters changed over' },
  { query: 'skincar', says: 'skincare', reason: 'not finished' },
  { query: 'gardning', says: 'gardening', reason: 'a letter left out' },
  { query: '베이', says: '베이', reason: 'the beginning of 베이킹' },
  { query: 'قدم', says: 'قدم', reason: 'القدم without its article' }
]

const tags = ['cooking', 'baking', 'skincare', 'football', 'cats', 'DIYProjects']

export const written = (world: World): Row[] => {
  const topicRow =
    (kind: 'top' | 'videos', named: string) =>
    ({ query, all, main, near = [], reason }: Topic) =>
      rowOf(world, {
        class: named,
        kind,
        query,
        wants: `posts about ${all.join(' ')}`,
        reason,
        grade: (kind === 'top' ? rules.about : rules.aboutItself)(all, { main: main ?? null, near })
      })
  return [
    ...questions.map(topicRow('top', 'questions')),
    ...pick(questions, 8, 'videos', ({ query }) => query).map(topicRow('videos', 'questions')),
    ...topics.map(topicRow('top', 'topics')),
    ...people.map(({ query, handle, reason }) =>
      rowOf(world, {
        class: 'found in vain before',
        kind: 'users',
        query,
        wants: `@${handle}`,
        reason,
        grade: rules.account(handle)
      })
    ),
    ...typedBefore.map(({ query, says, reason }) =>
      rowOf(world, {
        class: 'found in vain before',
        kind: 'videos',
        query,
        wants: `posts that say ${says}`,
        reason,
        grade: /[^a-z]/.test(says) ? rules.holdsItself(says) : rules.aboutItself([says])
      })
    ),
    ...tags.map((tag) =>
      rowOf(world, {
        class: 'hashtags',
        kind: 'top',
        query: `#${tag}`,
        wants: `posts with the hashtag ${tag}`,
        reason: 'the sign says that the hashtag is meant',
        grade: rules.tagged(tag.toLowerCase())
      })
    ),
    rowOf(world, {
      class: 'places',
      kind: 'top',
      query: 'new york',
      wants: 'posts made in New York',
      reason: 'made there; next those that name it or were made at a part of it',
      grade: rules.madeAt('New York')
    }),
    rowOf(world, {
      class: 'places',
      kind: 'videos',
      query: 'new york',
      wants: 'posts made in New York',
      reason: 'no caption says both words: where it was posted is better than one of them',
      grade: rules.madeAt('New York')
    }),
    ...(['top', 'videos'] as const).map((kind) =>
      rowOf(world, {
        class: 'creators’ posts',
        kind,
        query: 'maya ngu',
        wants: 'posts of Maya Nguyen',
        reason: 'the last name is not finished; other words that are spelt so stand beside no Maya',
        isOfOneCreator: true,
        grade: rules.postsOfNamed(['maya', 'nguyen'])
      })
    ),
    rowOf(world, {
      class: 'suggestions',
      kind: 'suggestions',
      query: 'mayanguyen',
      wants: '@maya.nguyen',
      reason: 'the handle without its dot',
      grade: rules.suggests(['maya.nguyen'], 'mayanguyen')
    })
  ]
}
