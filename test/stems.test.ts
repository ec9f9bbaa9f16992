import { describe, expect, test } from 'vitest'
import { stem } from '../src/engines/search/stems.ts'
import { isStopWord } from '../src/engines/search/stop-words.ts'
import { searchPhrases } from '../src/engines/search/words.ts'

describe('one word', () => {
  test.each([
    'recipe recipes',
    'one ones',
    'use uses',
    'pie pies',
    'cook cooks cooking cooked',
    'project projects',
    'bake bakes baking baked',
    'dance dances dancing danced',
    'party parties',
    'movie movies',
    'cookie cookies',
    'explore explores exploring explored',
    'decorate decorates decorating decorated',
    'run runs running',
    'love loves loving loved',
    'hope hopes hoping hoped',
    'hop hops hopping hopped',
    'control controls controlling controlled',
    'dress dresses dressing',
    'watch watches watching',
    'libro libros',
    'рецепт рецепты рецептов рецепта рецептами',
    'рисование рисования рисованию',
    'القدم قدم بالقدم للقدم',
    'كتاب الكتاب والكتاب'
  ])('is found in all its forms: %s', (forms) => {
    expect(new Set(forms.split(' ').map(stem)).size).toBe(1)
  })
})

describe('different words', () => {
  test.each([
    'car care',
    'on ones',
    'us uses',
    'di dies',
    'in ines',
    'hop hope',
    'plan plane',
    'tap tape',
    'king k',
    'string str',
    'seed se',
    'focus focu',
    'tennis tenni',
    'dress dre',
    'universe university',
    'product production productivity',
    'mind mindfulness',
    // My father has no article.
    'والدي دي',
    'дом дома́'
  ])('stay apart: %s', (words) => {
    const different = words.split(' ')
    expect(new Set(different.map(stem)).size).toBe(different.length)
  })

  test('short ones stay as they are', () => {
    for (const word of ['', 'a', 'is', 'ing', 'yes', 'они', 'ال']) expect(stem(word)).toBe(word)
  })
})

test.each(['the', 'qué', 'não', 'für', 'için', 'мой', 'από', 'في', 'إلى', 'עם', 'में', 'এই'])(
  '%s is a small word',
  (text) => {
    const [[word = ''] = []] = searchPhrases(text)
    expect(isStopWord(word)).toBe(true)
  }
)

test('words that say something are none', () => {
  for (const word of ['sourdough', 'new', 'york', 'home', 'ricetta', 'рецепт']) expect(isStopWord(word)).toBe(false)
})
