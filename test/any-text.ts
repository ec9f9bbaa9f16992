import fc from 'fast-check'

/** Texts as people and fuzzers write them: any script, any emoji, lone surrogates and control characters included. */
export const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'grapheme-composite', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      ...'aZé9_ #@"*^:-+(){}.\'\0\n',
      ...[
        'ラ',
        'ー',
        'メ',
        '中',
        '国',
        'ก',
        'ำ',
        'ि',
        'क',
        '한',
        'ב',
        'ِ',
        'م',
        'Σ',
        'ς',
        'İ',
        'ß',
        'ℍ',
        '𝚨',
        '™',
        '½',
        'ﷺ'
      ],
      ...['👩🏽‍🚀', '❤️‍🔥', '❤', '\ufe0f', '\u200d', '🏽', '🇯', '🇵', '1️⃣', '#️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '\ud83d', '\udc00']
    ),
    maxLength: 30
  })
)
