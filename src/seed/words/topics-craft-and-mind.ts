import type { Topic } from './topic.ts'

export const craftAndMindTopics: readonly Topic[] = [
  {
    key: 'makeup',
    tags: ['makeup', 'makeuptutorial', 'grwm', 'eyeliner', 'beautytips', 'glam', 'makeupartist', 'everydaymakeup'],
    emoji: ['💄', '💅🏽', '✨', '👩🏾‍🎤', '💋'],
    things: [
      'a winged liner [that matches on both sides|*]',
      'this five-minute everyday face[| *]',
      'the blush placement [that changed my life|*]',
      'a red lip [with nothing else|*]',
      'graphic liner [in neon green|*]',
      'a smoky eye [in a train toilet|*]',
      'bridal skin [that survives tears|*]',
      'a brow [that grew back|*]',
      'lipstick [the colour of brick|*]',
      'freckles [drawn with henna|*]',
      'a stage face [seen from the last row|*]'
    ],
    doings: [
      'fixing one wing until [both are gone|it is a smoky eye]',
      'getting ready two hours early [and still being late|*]',
      'doing full glam [to take out the bins|*]',
      'blending [until my arm hurts|*]',
      'doing my grandma’s makeup [for her birthday|*]'
    ],
    wins: [
      'got both wings even [on the first try|*]',
      'did bridal makeup [for my best friend|*]',
      'found a [concealer|foundation] that matches me[| *]',
      'finished a full face [in four minutes|*]'
    ],
    tips: [
      'Powder only where you [crease|shine]',
      'Hold the mirror lower and look down for [liner|mascara]',
      'Cream first, powder [second|last]',
      'Blend the blush up, not [out|down]',
      'Let the primer sit for a [minute|while]'
    ],
    lines: [
      'Get ready with me for [absolutely nothing|the school run|a phone call]',
      'Half face, full [confidence|glam]',
      'Wait for the [transition|second eye|hair]',
      'He said he likes the natural look. This is [14|11|17] products',
      'Products listed [in the comments|below], none of them paid me'
    ],
    twists: [
      'on a moving train',
      'for glasses wearers',
      'in four minutes',
      'for my best friend’s wedding',
      'with one brush',
      'in bad light',
      'for tired eyes',
      'with drugstore products only',
      'before the coffee',
      'for a stage'
    ],
    asks: ['Bold lip or bold [eye|brow]?', 'Which look should I [recreate|try] next?'],
    handles: ['glam', 'beauty', 'blush', 'mua', 'glows'],
    genres: ['pop', 'house', 'hiphop']
  },
  {
    key: 'skincare',
    tags: ['skincare', 'skincareroutine', 'glowingskin', 'sunscreen', 'selfcare', 'skintok', 'morningroutine'],
    emoji: ['🧴', '🫧', '🌞', '🧖🏻‍♀️', '💆🏽‍♂️'],
    things: [
      'sunscreen [on a cloudy day|*]',
      'a three-step routine [that works|*]',
      'the cold spoon trick[| *]',
      'skin texture[, because everyone has it|, *]',
      'a face mask [that looks like cement|*]',
      'a moisturiser [from the chemist|*]',
      'the patch test [I almost skipped|*]',
      'what my skin did in three months[| *]',
      'cleansing balm [and patience|*]',
      'winter lips[| *| and a good balm]',
      'the two products [I would keep|*]'
    ],
    doings: [
      'reapplying sunscreen [like it is my job|*]',
      'scaring the postman with a [clay mask|sheet mask]',
      'doing a ten-step routine [for a video call|*]',
      'reading ingredient lists [in the shop|*]',
      'waiting for each layer to dry[| *]'
    ],
    wins: [
      'kept a routine [for ninety days|*]',
      'stopped touching my face[| *]',
      'convinced my [brother|dad|flatmate] to wear sunscreen[| *]',
      'got through exam season without a breakout[| *]'
    ],
    tips: [
      'Sunscreen goes on last, and then [again at noon|every two hours]',
      'Start with one new product [at a time|a month]',
      'Pat, do not [rub|scrub]',
      'Wash your pillowcase more often than you [think|do]',
      'Do not forget your neck and the [backs of your hands|ears]'
    ],
    lines: [
      'Real skin, no filter, [bad|bathroom|morning] lighting on purpose',
      'If your skin burns, it is not [“working”|supposed to|a good sign]',
      'Night routine for people who [fall asleep on the sofa|have no time|hate routines]',
      'A dermatologist told me to do less, so [here is less|half of this is gone]',
      'Drink some water while you [watch this|wait for the mask]'
    ],
    twists: [
      'for dry skin',
      'in three steps',
      'on a cloudy day',
      'before bed',
      'for teenagers',
      'on a budget',
      'in winter',
      'after a long flight',
      'without fragrance',
      'for people who fall asleep on the sofa'
    ],
    asks: ['What is the one product you always [repurchase|finish]?', 'Gel or [cream|balm|foam]?'],
    handles: ['skin', 'glow', 'dewy', 'care', 'routine'],
    genres: ['lofi', 'ambient', 'pop']
  },
  {
    key: 'gaming',
    tags: ['gaming', 'gamer', 'speedrun', 'retrogaming', 'indiegame', 'cozygames', 'gamingsetup', 'clutch'],
    emoji: ['🎮', '🕹️', '👾', '🏆', '🧑🏽‍💻'],
    things: [
      'that one-health clutch[| *]',
      'a boss [that took me three weeks|*]',
      'a cosy farm [on a rainy evening|*]',
      'the sound of an old console starting[| *]',
      'a world record [by four frames|*]',
      'a speedrun [on a steering wheel|*]',
      'the loading screen [I love|*]',
      'a puzzle [with no words|*]',
      'the save file [from my childhood|*]',
      'couch co-op [with my mum|*]',
      'a secret door [behind the waterfall|*]'
    ],
    doings: [
      'dying to the tutorial boss[| *]',
      'saying “last round” [since midnight|*]',
      'decorating a house [I cannot afford in real life|*]',
      'carrying my little brother through [ranked|the swamp level]',
      'speedrunning a game about [fishing|tea|moving house]'
    ],
    wins: [
      'beat the final boss [with one hand|*]',
      'finished the game [without a single hit|*]',
      'reached the top rank [after four seasons|*]',
      'found a secret room [nobody talks about|*]'
    ],
    tips: [
      'Lower your sensitivity[, seriously|by half]',
      'Learn one map well instead of [five badly|all of them]',
      'Save before you open that [door|chest]',
      'Use headphones, half the game is [sound|footsteps]',
      'Take a break after two [losses|bad rounds]'
    ],
    lines: [
      'I have never been so [quiet|fast|lucky] in my life',
      'My teammates were already [typing|in the next match]',
      'Someone clip that. Oh wait, [I did|it is recording]',
      'The controller survived, the [desk|lamp|friendship] did not',
      '[Fifteen|Twenty|Ten] years later and it still hits'
    ],
    twists: [
      'on the hardest setting',
      'with one hand',
      'without a map',
      'at one health',
      'with my little brother',
      'on an old console',
      'after three weeks',
      'by accident',
      'with the sound off',
      'at two in the morning'
    ],
    asks: ['Skill or [luck|practice|lag]?', 'Which game should I [stream|finish|start] next?'],
    handles: ['plays', 'gg', 'pixel', 'respawn', 'loot'],
    genres: ['house', 'hiphop', 'cinematic']
  },
  {
    key: 'coding',
    tags: ['coding', 'programming', 'learntocode', 'webdev', 'codinglife', 'developer', 'debugging', 'techtok'],
    emoji: ['💻', '👩🏽‍💻', '🐛', '⌨️', '☕', '🤖'],
    things: [
      'a bug [that only shows up on Fridays|*]',
      'deleting [2,000|900|4,000] lines of code[| *]',
      'the missing comma [that cost me an evening|*]',
      'a clean commit history[| *]',
      'naming a variable properly[| *]',
      'a regex [I understood for a day|*]',
      'the server under my stairs[| *]',
      'a test [that failed for the right reason|*]',
      'my first open-source patch[| *]',
      'a loop [that never ended|*]',
      'a button [that took a week|*]'
    ],
    doings: [
      'debugging [by staring|*]',
      'explaining recursion to my [cat|grandmother|rubber duck]',
      'writing a script to save [four minutes a year|one click]',
      'reading my own code [from last month|*]',
      'pushing to production and [closing the laptop|going for a walk]'
    ],
    wins: [
      'built my first app [from zero|*]',
      'fixed the bug [in the shower|*]',
      'got my first developer job at [42|38|51]',
      'automated the most boring part of my [day|job]'
    ],
    tips: [
      'Read the error message, [all of it|twice|out loud]',
      'Write the test that fails [first|before the fix]',
      'Rubber ducks are cheaper than [meetings|senior developers]',
      'Name things for the person who reads them at [3|2] a.m.',
      'Commit before you [experiment|refactor|go home]'
    ],
    lines: [
      'It works and I do not know why, so [nobody touch it|I wrote a test]',
      'Junior me versus the [semicolon|merge conflict|time zone]',
      'One hour of planning would have saved these [ten|twelve]',
      'It was a timezone. It is always a [timezone|cache|timezone or a cache]',
      'I made a tiny tool and [600|400|900] people use it now'
    ],
    twists: [
      'on a Friday',
      'in the shower',
      'without a test',
      'in one evening',
      'at three in the morning',
      'for my grandmother',
      'with too many tabs open',
      'from an old tutorial',
      'in production',
      'before the demo'
    ],
    asks: [
      '[Tabs or spaces|Light or dark mode|Merge or rebase]? Be honest',
      'Which language did you [start with|learn last]?'
    ],
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
      'a desk [at five in the morning|*]',
      'the last page of a notebook[| *]',
      'colour-coded notes [I never read again|*]',
      'the library [on a Sunday|*]',
      'finally understanding chapter [seven|nine|four]',
      'flashcards [on the bathroom mirror|*]',
      'a mind map [as big as the door|*]',
      'the exam [I was sure I failed|*]',
      'twenty-five minutes and a tomato timer[| *]',
      'a thesis [with a title at last|*]',
      'lo-fi and a cold tea[| *]'
    ],
    doings: [
      'studying for an exam [I forgot about|*]',
      'highlighting [everything|whole pages *]',
      'making a plan instead of [following one|starting]',
      'memorising vocabulary [in the shower|*]',
      'reorganising my desk [instead of starting|*]'
    ],
    wins: [
      'passed the exam [I failed twice|*]',
      'studied four hours [without my phone|*]',
      'finished my thesis[| *]',
      'learned [1,000|500|800] words in a new language'
    ],
    tips: [
      'Close the book and write down what you [remember|forgot]',
      'Study the thing you avoid [first|before lunch]',
      'Twenty-five minutes on, [five off|then tea]',
      'Teach it to somebody, even a [plant|cat|teddy bear]',
      'Sleep is part of the [syllabus|exam]'
    ],
    lines: [
      'Study with me, no music, just [rain|pages|a kettle]',
      'Future me owes me a [holiday|nap|very long nap]',
      'The exam is tomorrow and I have just met the [syllabus|book|professor]',
      'A page a day is a [book|thesis] a year',
      'How I take notes when the lecture is too [fast|long|early]'
    ],
    twists: [
      'with my phone in another room',
      'at five in the morning',
      'in the library',
      'the night before',
      'with rain sounds',
      'in twenty-five minutes',
      'for the second time',
      'on the train',
      'with one pen',
      'for a whole term'
    ],
    asks: ['What are you studying [right now|this term]?', '[Paper or tablet|Library or kitchen table|Pen or pencil]?'],
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
      'a villain [with better arguments than the hero|*]',
      'the chapter [that made me put the book down|*]',
      'second-hand books [with notes in the margins|*]',
      'a 700-page fantasy [with a map in front|*]',
      'the last line of this novel[| *]',
      'a library card [from 1994|in a coat pocket]',
      'the novel [everyone gave up on|*]',
      'a ghost story [for the train|*]',
      'poems [small enough for a pocket|*]',
      'a cookbook [read like a thriller|*]',
      'a bookshop [with a sleeping dog|*]'
    ],
    doings: [
      'buying books [faster than I read them|*]',
      'reading one more chapter [until sunrise|*]',
      'sorting my shelves by [mood|colour|how much I cried]',
      'crying over people who [do not exist|only live on page 300]',
      'smelling old paper [in public|*]'
    ],
    wins: [
      'read [fifty|forty|thirty] books this year',
      'finished the series [before the spoilers found me|*]',
      'got my non-reader friend [hooked|to finish a trilogy]',
      'read a whole novel [in my second language|*]'
    ],
    tips: [
      'Give a book fifty pages, then [let it go|decide]',
      'Keep one easy book next to the [hard|long] one',
      'Use your library, it [misses you|is free]',
      'Read the acknowledgements, they are [lovely|the best part]',
      'Listen while you [cook|walk|clean], it counts'
    ],
    lines: [
      '[Five|Seven|Three] books I would read again for the first time',
      'No spoilers but I have not [recovered|slept]',
      'My to-read pile has become [furniture|a bedside table|a tower]',
      'If you liked the ending, we [cannot be friends|need to talk]',
      'Books I finished in one [sitting|night|train ride], ranked'
    ],
    twists: [
      'in one sitting',
      'for the third time',
      'on a night train',
      'with tea going cold',
      'from the library',
      'without a bookmark',
      'in my second language',
      'before the film comes out',
      'under a blanket',
      'with notes in the margins'
    ],
    asks: [
      'What are you reading[| this week| on the train]?',
      '[Hardcover or paperback|Paper or audio|Series or single book]?'
    ],
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
      'the other eye[| *]',
      'a sketchbook page [with no plan|*]',
      'this shade of green [I mixed by accident|*]',
      'a portrait [that looks like the person|*]',
      'the first line on clean paper[| *]',
      'a hand [that looks like a hand|*]',
      'my cat [in seven lines|*]',
      'ink [that dried too fast|*]',
      'a city [drawn from a bus|*]',
      'charcoal [on brown paper|*]',
      'the sketch [my nephew corrected|*]'
    ],
    doings: [
      'drawing strangers [on the train|*]',
      'redrawing my art [from ten years ago|*]',
      'pressing undo [on real paper|*]',
      'hiding hands behind backs [in every drawing|*]',
      'filling a sketchbook [in thirty days|*]'
    ],
    wins: [
      'filled a whole sketchbook[| *]',
      'sold my first [print|painting|postcard][| *]',
      'drew hands [I am not ashamed of|*]',
      'painted a mural [in my old school|*]'
    ],
    tips: [
      'Draw from the shoulder, not the [wrist|fingers]',
      'Squint and you will see the [values|shapes|light]',
      'Flip the canvas, it never [lies|flatters]',
      'Use the cheap paper, you will be [braver|faster]',
      'Start with the biggest [shape|shadow]'
    ],
    lines: [
      'It looked terrible until the very last [step|line|hour]',
      'Trust the process, [they said|I keep telling myself]',
      'Same drawing, [seven|nine|five] years apart',
      'Commissions closed, [kettle|radio] on',
      'Drew your comments, [part four|and regret some]'
    ],
    twists: [
      'in seven lines',
      'on a moving bus',
      'with a dying pen',
      'from memory',
      'on brown paper',
      'in ten minutes',
      'with my left hand',
      'for a stranger',
      'without undo',
      'after ten years'
    ],
    asks: ['What should I draw [next|tomorrow|in ink]?', 'Colour or leave it as a [sketch|line drawing]?'],
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
      'ten minutes of perfect light[| *]',
      'a puddle [that looks like a mirror|*]',
      'the one frame [out of four hundred|*]',
      'grain [you cannot fake|*]',
      'the shot [and what it really looked like|*]',
      'a stranger’s umbrella [in the wind|*]',
      'the blue hour [over the docks|*]',
      'a roll of expired film[| *]',
      'my street [from the roof|*]',
      'a portrait [in a shop window|*]',
      'long exposure of a [roundabout|pier|ferris wheel]'
    ],
    doings: [
      'lying on the pavement [for an angle|*]',
      'waiting two hours for one [tram|pigeon|gap in the clouds]',
      'shooting portraits of strangers[| *]',
      'leaving the lens cap on[| *]',
      'chasing fog [before work|*]'
    ],
    wins: [
      'got a photo on a [gallery|café|library] wall',
      'shot a wedding [on film|*]',
      'photographed the Milky Way [from my roof|*]',
      'found my grandfather’s [negatives|camera|slides]'
    ],
    tips: [
      'Move your feet before you [zoom|complain]',
      'Expose for the [highlights|face]',
      'Turn around, the light is [behind you|better there]',
      'Shoot through [something|glass|leaves]',
      'Clean your lens, it was not the [camera|fog]'
    ],
    lines: [
      'How it started and how it is [framed|printed]',
      'One street, one lens, one [hour|coffee]',
      'I asked a stranger for a portrait and she [cried|asked for a second one|brought her dog]',
      'The photo versus me [getting the photo|in the bush]',
      'Developed these in my [bathroom|kitchen sink|wardrobe]'
    ],
    twists: [
      'on expired film',
      'before work',
      'with one lens',
      'in the fog',
      'from my roof',
      'with a phone',
      'at the blue hour',
      'through a wet window',
      'in one afternoon',
      'with the lens cap on at first'
    ],
    asks: ['Colour or black and white[| for this one]?', '[First or second frame|Left or right crop|Film or digital]?'],
    handles: ['shoots', 'lens', 'frames', 'onfilm', 'shutter'],
    genres: ['cinematic', 'lofi', 'ambient']
  },
  {
    key: 'science',
    tags: ['science', 'learnontheinternet', 'physics', 'space', 'chemistry', 'didyouknow', 'experiment', 'astronomy'],
    emoji: ['🔬', '🧪', '🪐', '👩🏿‍🔬', '👨‍🚀', '🤯'],
    things: [
      'a flame that burns [green|violet|without a wick][| *]',
      'the fact that honey never spoils[|, explained *]',
      'light [that left its star before you were born|*]',
      'an octopus [solving a puzzle|*]',
      'a droplet [under the microscope|*]',
      'a magnet [falling slowly through copper|*]',
      'a cloud [made in a bottle|*]',
      'the static [that lifts my hair|*]',
      'salt crystals [after nine days|*]',
      'the colours in a soap film[| *]',
      'a pendulum [that draws flowers|*]'
    ],
    doings: [
      'setting up an experiment [in my kitchen|*]',
      'looking at pond water [for six hours|*]',
      'explaining black holes [with a bedsheet|*]',
      'waiting for a crystal to grow[| *]',
      'answering questions from [six-year-olds|my uncle|the back row]'
    ],
    wins: [
      'photographed the rings of Saturn [from my balcony|*]',
      'grew a crystal [the size of my thumb|*]',
      'made a battery [out of lemons|*]',
      'explained gravity to a [four-year-old|toddler|dog]'
    ],
    tips: [
      'Change one thing at a [time|go]',
      'Ask how they [measured it|know]',
      'Wear the goggles[, I mean it|, every time]',
      'A negative result is a [result|start]',
      'Write the date on [everything|every jar]'
    ],
    lines: [
      'You are looking at the past and here is [why|how far]',
      'Do not try this one at home, I have a [fume hood|fire blanket|licence]',
      'The answer is not what your [textbook|teacher|uncle] told you',
      'Slow motion makes everything better, [exhibit A|watch the drop]',
      'Sixty seconds on why the sky is not [violet|green]'
    ],
    twists: [
      'in a kitchen',
      'with lemons',
      'in slow motion',
      'under the microscope',
      'for six-year-olds',
      'with a bedsheet',
      'in a bottle',
      'with things you have at home',
      'in under a minute',
      'that my teacher never showed'
    ],
    asks: ['What should I explain [next|with lemons]?', 'Did you guess [right|that]?'],
    handles: ['lab', 'science', 'explains', 'atoms', 'orbit'],
    genres: ['cinematic', 'ambient', 'lofi']
  }
]
