import type { Topic } from './topic.ts'

export const craftAndMindTopics: readonly Topic[] = [
  {
    key: 'makeup',
    tags: ['makeup', 'makeuptutorial', 'grwm', 'eyeliner', 'beautytips', 'glam', 'makeupartist', 'everydaymakeup'],
    emoji: ['💄', '💅🏽', '✨', '👩🏾‍🎤', '💋'],
    things: [
      'a winged liner that matches on both sides',
      'this five-minute everyday face',
      'the blush placement that changed my life',
      'a red lip with nothing else',
      'graphic liner in neon green',
      'a smoky eye in a train toilet',
      'bridal skin that survives tears',
      'a brow that grew back',
      'lipstick the colour of brick',
      'freckles drawn with henna',
      'a stage face seen from the last row'
    ],
    doings: [
      'fixing one wing until both are gone',
      'getting ready two hours early and still being late',
      'doing full glam to take out the bins',
      'blending until my arm hurts',
      'doing my grandma’s makeup for her birthday'
    ],
    wins: [
      'got both wings even on the first try',
      'did bridal makeup for my best friend',
      'found a concealer that matches me',
      'finished a full face in four minutes'
    ],
    tips: [
      'Powder only where you crease',
      'Hold the mirror lower and look down for liner',
      'Cream first, powder second',
      'Blend the blush up, not out',
      'Let the primer sit for a minute'
    ],
    lines: [
      'Get ready with me for absolutely nothing',
      'Half face, full confidence',
      'Wait for the transition',
      'He said he likes the natural look. This is 14 products',
      'Products listed in the comments, none of them paid me'
    ],
    asks: ['Bold lip or bold eye?', 'Which look should I recreate?'],
    handles: ['glam', 'beauty', 'blush', 'mua', 'glows'],
    genres: ['pop', 'house', 'hiphop']
  },
  {
    key: 'skincare',
    tags: ['skincare', 'skincareroutine', 'glowingskin', 'sunscreen', 'selfcare', 'skintok', 'morningroutine'],
    emoji: ['🧴', '🫧', '🌞', '🧖🏻‍♀️', '💆🏽‍♂️'],
    things: [
      'sunscreen on a cloudy day',
      'a three-step routine that works',
      'the cold spoon trick',
      'skin texture, because everyone has it',
      'a face mask that looks like cement',
      'a moisturiser from the chemist',
      'the patch test I almost skipped',
      'what my skin did in three months',
      'cleansing balm and patience',
      'winter lips',
      'the two products I would keep'
    ],
    doings: [
      'reapplying sunscreen like it is my job',
      'scaring the postman with a clay mask',
      'doing a ten-step routine for a video call',
      'reading ingredient lists in the shop',
      'waiting for each layer to dry'
    ],
    wins: [
      'kept a routine for ninety days',
      'stopped touching my face',
      'convinced my brother to wear sunscreen',
      'got through exam season without a breakout'
    ],
    tips: [
      'Sunscreen goes on last, and then again at noon',
      'Start with one new product at a time',
      'Pat, do not rub',
      'Wash your pillowcase more often than you think',
      'Do not forget your neck and the backs of your hands'
    ],
    lines: [
      'Real skin, no filter, bad lighting on purpose',
      'If your skin burns, it is not “working”',
      'Night routine for people who fall asleep on the sofa',
      'A dermatologist told me to do less, so here is less',
      'Drink some water while you watch this'
    ],
    asks: ['What is the one product you always repurchase?', 'Gel or cream?'],
    handles: ['skin', 'glow', 'dewy', 'care', 'routine'],
    genres: ['lofi', 'ambient', 'pop']
  },
  {
    key: 'gaming',
    tags: ['gaming', 'gamer', 'speedrun', 'retrogaming', 'indiegame', 'cozygames', 'gamingsetup', 'clutch'],
    emoji: ['🎮', '🕹️', '👾', '🏆', '🧑🏽‍💻'],
    things: [
      'that one-health clutch',
      'a boss that took me three weeks',
      'a cosy farm on a rainy evening',
      'the sound of an old console starting',
      'a world record by four frames',
      'a speedrun on a steering wheel',
      'the loading screen I love',
      'a puzzle with no words',
      'the save file from my childhood',
      'couch co-op with my mum',
      'a secret door behind the waterfall'
    ],
    doings: [
      'dying to the tutorial boss',
      'saying “last round” since midnight',
      'decorating a house I cannot afford in real life',
      'carrying my little brother through ranked',
      'speedrunning a game about fishing'
    ],
    wins: [
      'beat the final boss with one hand',
      'finished the game without a single hit',
      'reached the top rank after four seasons',
      'found a secret room nobody talks about'
    ],
    tips: [
      'Lower your sensitivity, seriously',
      'Learn one map well instead of five badly',
      'Save before you open that door',
      'Use headphones, half the game is sound',
      'Take a break after two losses'
    ],
    lines: [
      'I have never been so quiet in my life',
      'My teammates were already typing',
      'Someone clip that. Oh wait, I did',
      'The controller survived, the desk did not',
      'Fifteen years later and it still hits'
    ],
    asks: ['Skill or luck?', 'Which game should I stream next?'],
    handles: ['plays', 'gg', 'pixel', 'respawn', 'loot'],
    genres: ['house', 'hiphop', 'cinematic']
  },
  {
    key: 'coding',
    tags: ['coding', 'programming', 'learntocode', 'webdev', 'codinglife', 'developer', 'debugging', 'techtok'],
    emoji: ['💻', '👩🏽‍💻', '🐛', '⌨️', '☕', '🤖'],
    things: [
      'a bug that only shows up on Fridays',
      'deleting 2,000 lines of code',
      'the missing comma that cost me an evening',
      'a clean commit history',
      'naming a variable properly',
      'a regex I understood for a day',
      'the server under my stairs',
      'a test that failed for the right reason',
      'my first open-source patch',
      'a loop that never ended',
      'a button that took a week'
    ],
    doings: [
      'debugging by staring',
      'explaining recursion to my cat',
      'writing a script to save four minutes a year',
      'reading my own code from last month',
      'pushing to production and closing the laptop'
    ],
    wins: [
      'built my first app from zero',
      'fixed the bug in the shower',
      'got my first developer job at 42',
      'automated the most boring part of my day'
    ],
    tips: [
      'Read the error message, all of it',
      'Write the test that fails first',
      'Rubber ducks are cheaper than meetings',
      'Name things for the person who reads them at 3 a.m.',
      'Commit before you experiment'
    ],
    lines: [
      'It works and I do not know why, so nobody touch it',
      'Junior me versus the semicolon',
      'One hour of planning would have saved these ten',
      'It was a timezone. It is always a timezone',
      'I made a tiny tool and 600 people use it now'
    ],
    asks: ['Tabs or spaces? Be honest', 'Which language did you start with?'],
    handles: ['codes', 'dev', 'builds', 'bytes', 'commits'],
    genres: ['lofi', 'ambient', 'house']
  },
  {
    key: 'studying',
    tags: [
      'studytok',
      'studywithme',
      'studytips',
      'examseason',
      'notetaking',
      'university',
      'productivity',
      'languagelearning'
    ],
    emoji: ['📚', '📝', '🧠', '👩🏻‍🎓', '☕'],
    things: [
      'a desk at five in the morning',
      'the last page of a notebook',
      'colour-coded notes I never read again',
      'the library on a Sunday',
      'finally understanding chapter seven',
      'flashcards on the bathroom mirror',
      'a mind map as big as the door',
      'the exam I was sure I failed',
      'twenty-five minutes and a tomato timer',
      'a thesis with a title at last',
      'lo-fi and a cold tea'
    ],
    doings: [
      'studying for an exam I forgot about',
      'highlighting everything',
      'making a plan instead of following one',
      'memorising vocabulary in the shower',
      'reorganising my desk instead of starting'
    ],
    wins: [
      'passed the exam I failed twice',
      'studied four hours without my phone',
      'finished my thesis',
      'learned 1,000 words in a new language'
    ],
    tips: [
      'Close the book and write down what you remember',
      'Study the thing you avoid first',
      'Twenty-five minutes on, five off',
      'Teach it to somebody, even a plant',
      'Sleep is part of the syllabus'
    ],
    lines: [
      'Study with me, no music, just rain',
      'Future me owes me a holiday',
      'The exam is tomorrow and I have just met the syllabus',
      'A page a day is a book a year',
      'How I take notes when the lecture is too fast'
    ],
    asks: ['What are you studying right now?', 'Paper or tablet?'],
    handles: ['studies', 'notes', 'campus', 'learns', 'desk'],
    genres: ['lofi', 'ambient', 'acoustic']
  },
  {
    key: 'books',
    tags: [
      'books',
      'bookworm',
      'readingcommunity',
      'bookrecommendations',
      'currentlyreading',
      'bookhaul',
      'fantasybooks'
    ],
    emoji: ['📖', '📚', '🕯️', '🫖', '🤓'],
    things: [
      'a villain with better arguments than the hero',
      'the chapter that made me put the book down',
      'second-hand books with notes in the margins',
      'a 700-page fantasy with a map in front',
      'the last line of this novel',
      'a library card from 1994',
      'the novel everyone gave up on',
      'a ghost story for the train',
      'poems small enough for a pocket',
      'a cookbook read like a thriller',
      'a bookshop with a sleeping dog'
    ],
    doings: [
      'buying books faster than I read them',
      'reading one more chapter until sunrise',
      'sorting my shelves by mood',
      'crying over people who do not exist',
      'smelling old paper in public'
    ],
    wins: [
      'read fifty books this year',
      'finished the series before the spoilers found me',
      'got my non-reader friend hooked',
      'read a whole novel in my second language'
    ],
    tips: [
      'Give a book fifty pages, then let it go',
      'Keep one easy book next to the hard one',
      'Use your library, it misses you',
      'Read the acknowledgements, they are lovely',
      'Listen while you cook, it counts'
    ],
    lines: [
      'Five books I would read again for the first time',
      'No spoilers but I have not recovered',
      'My to-read pile has become furniture',
      'If you liked the ending, we cannot be friends',
      'Books I finished in one sitting, ranked'
    ],
    asks: ['What are you reading?', 'Hardcover or paperback?'],
    handles: ['reads', 'pages', 'shelf', 'chapters', 'library'],
    genres: ['lofi', 'acoustic', 'cinematic']
  },
  {
    key: 'drawing',
    tags: [
      'art',
      'drawing',
      'sketchbook',
      'digitalart',
      'watercolor',
      'artistsoftheinternet',
      'speedpaint',
      'characterdesign'
    ],
    emoji: ['🎨', '✏️', '🖌️', '👩🏼‍🎨', '🖼️'],
    things: [
      'the other eye',
      'a sketchbook page with no plan',
      'this shade of green I mixed by accident',
      'a portrait that looks like the person',
      'the first line on clean paper',
      'a hand that looks like a hand',
      'my cat in seven lines',
      'ink that dried too fast',
      'a city drawn from a bus',
      'charcoal on brown paper',
      'the sketch my nephew corrected'
    ],
    doings: [
      'drawing strangers on the train',
      'redrawing my art from ten years ago',
      'pressing undo on real paper',
      'hiding hands behind backs in every drawing',
      'filling a sketchbook in thirty days'
    ],
    wins: [
      'filled a whole sketchbook',
      'sold my first print',
      'drew hands I am not ashamed of',
      'painted a mural in my old school'
    ],
    tips: [
      'Draw from the shoulder, not the wrist',
      'Squint and you will see the values',
      'Flip the canvas, it never lies',
      'Use the cheap paper, you will be braver',
      'Start with the biggest shape'
    ],
    lines: [
      'It looked terrible until the very last step',
      'Trust the process, they said',
      'Same drawing, seven years apart',
      'Commissions closed, kettle on',
      'Drew your comments, part four'
    ],
    asks: ['What should I draw next?', 'Colour or leave it as a sketch?'],
    handles: ['draws', 'ink', 'sketches', 'paints', 'art'],
    genres: ['lofi', 'ambient', 'funk']
  },
  {
    key: 'photography',
    tags: [
      'photography',
      'filmphotography',
      'streetphotography',
      'goldenhour',
      'behindthelens',
      'portraits',
      'photographytips'
    ],
    emoji: ['📷', '📸', '🎞️', '🌇', '🤳🏼'],
    things: [
      'ten minutes of perfect light',
      'a puddle that looks like a mirror',
      'the one frame out of four hundred',
      'grain you cannot fake',
      'the shot and what it really looked like',
      'a stranger’s umbrella in the wind',
      'the blue hour over the docks',
      'a roll of expired film',
      'my street from the roof',
      'a portrait in a shop window',
      'long exposure of a roundabout'
    ],
    doings: [
      'lying on the pavement for an angle',
      'waiting two hours for one tram',
      'shooting portraits of strangers',
      'leaving the lens cap on',
      'chasing fog before work'
    ],
    wins: [
      'got a photo on a gallery wall',
      'shot a wedding on film',
      'photographed the Milky Way from my roof',
      'found my grandfather’s negatives'
    ],
    tips: [
      'Move your feet before you zoom',
      'Expose for the highlights',
      'Turn around, the light is behind you',
      'Shoot through something',
      'Clean your lens, it was not the camera'
    ],
    lines: [
      'How it started and how it is framed',
      'One street, one lens, one hour',
      'I asked a stranger for a portrait and she cried',
      'The photo versus me getting the photo',
      'Developed these in my bathroom'
    ],
    asks: ['Colour or black and white?', 'First or second frame?'],
    handles: ['shoots', 'lens', 'frames', 'onfilm', 'shutter'],
    genres: ['cinematic', 'lofi', 'ambient']
  },
  {
    key: 'science',
    tags: ['science', 'learnontheinternet', 'physics', 'space', 'chemistry', 'didyouknow', 'experiment', 'astronomy'],
    emoji: ['🔬', '🧪', '🪐', '👩🏿‍🔬', '👨‍🚀', '🤯'],
    things: [
      'a flame that burns green',
      'the fact that honey never spoils',
      'light that left its star before you were born',
      'an octopus solving a puzzle',
      'a droplet under the microscope',
      'a magnet falling slowly through copper',
      'a cloud made in a bottle',
      'the static that lifts my hair',
      'salt crystals after nine days',
      'the colours in a soap film',
      'a pendulum that draws flowers'
    ],
    doings: [
      'setting up an experiment in my kitchen',
      'looking at pond water for six hours',
      'explaining black holes with a bedsheet',
      'waiting for a crystal to grow',
      'answering questions from six-year-olds'
    ],
    wins: [
      'photographed the rings of Saturn from my balcony',
      'grew a crystal the size of my thumb',
      'made a battery out of lemons',
      'explained gravity to a four-year-old'
    ],
    tips: [
      'Change one thing at a time',
      'Ask how they measured it',
      'Wear the goggles, I mean it',
      'A negative result is a result',
      'Write the date on everything'
    ],
    lines: [
      'You are looking at the past and here is why',
      'Do not try this one at home, I have a fume hood',
      'The answer is not what your textbook told you',
      'Slow motion makes everything better, exhibit A',
      'Sixty seconds on why the sky is not violet'
    ],
    asks: ['What should I explain next?', 'Did you guess right?'],
    handles: ['lab', 'science', 'explains', 'atoms', 'orbit'],
    genres: ['cinematic', 'ambient', 'lofi']
  }
]
