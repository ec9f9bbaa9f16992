import type { Topic } from './topic.ts'

export const sportAndStageTopics: readonly Topic[] = [
  {
    key: 'football',
    tags: ['football', 'soccer', 'footballskills', 'freekick', 'matchday', 'futsal', 'goalkeeper', 'sundayleague'],
    emoji: ['⚽', '🥅', '🏆', '🔥', '🤾🏾‍♂️'],
    things: [
      'a first touch that kills the ball dead',
      'this top-corner free kick',
      'the noise after a last-minute winner',
      'a keeper who plays like a midfielder',
      'mud up to the knees on a Sunday morning',
      'a back-heel nobody expected',
      'the five-a-side final under floodlights',
      'a header from the edge of the box',
      'a goal straight from the corner flag',
      'grandad’s old boots',
      'a nutmeg in slow motion'
    ],
    doings: [
      'juggling on the way to school',
      'practising the same free kick every evening',
      'chasing the ball into the neighbour’s garden',
      'playing five-a-side in the rain',
      'arguing about an offside from 2019'
    ],
    wins: [
      'hit the crossbar from the halfway line',
      'scored with my weak foot',
      'made the school team at last',
      'nutmegged my coach'
    ],
    tips: [
      'Look up before the ball reaches you',
      'Plant your standing foot next to the ball',
      'Train the weak foot first while you are fresh',
      'Lock the ankle and follow through',
      'Scan twice, touch once'
    ],
    lines: [
      'One shot, one take, one very surprised goalkeeper',
      'The bench reaction is the best part',
      'Sunday league has no VAR and no mercy',
      'He said “you will never score from there”',
      'Grass stains are a personality'
    ],
    asks: ['Goal or offside?', 'Who is your five-a-side captain? Tag them'],
    handles: ['fc', 'kicks', 'striker', 'goals', 'futbol'],
    genres: ['hiphop', 'house', 'rock']
  },
  {
    key: 'basketball',
    tags: ['basketball', 'hoops', 'streetball', 'ballislife', 'dunk', 'crossover', 'hoopdreams'],
    emoji: ['🏀', '⛹🏿‍♂️', '⛹🏼‍♀️', '💪🏾', '🔥'],
    things: [
      'a clean swish in an empty gym',
      'this behind-the-back pass',
      'the bounce of a new ball on concrete',
      'the block at the end',
      'a buzzer beater from the logo',
      'a left-handed layup',
      'the squeak of shoes at night',
      'a half-court shot before the whistle',
      'chain nets on an outdoor court',
      'a no-look pass to my brother',
      'two hundred free throws'
    ],
    doings: [
      'shooting until the lights go out',
      'breaking ankles on a wet court',
      'running suicides before sunrise',
      'calling “and one” on everything',
      'working on my left hand only'
    ],
    wins: [
      'made 100 free throws in a row',
      'touched the rim for the first time',
      'beat my older brother one on one',
      'came back from a knee injury'
    ],
    tips: [
      'Keep your elbow in and hold the follow-through',
      'Dribble lower than you think',
      'Use the backboard, it is free',
      'Land the way you took off',
      'Shoot tired, games are not played fresh'
    ],
    lines: [
      'They left me open. That was the mistake',
      'Same court, ten years apart',
      'No crowd, still nervous',
      'The net did not even move',
      'Short, slow and still cooking you'
    ],
    asks: ['Who won this one?', 'Rate the handles out of ten'],
    handles: ['hoops', 'buckets', 'dunks', 'courtside', 'ballin'],
    genres: ['hiphop', 'funk', 'house']
  },
  {
    key: 'fitness',
    tags: [
      'fitness',
      'workout',
      'gymmotivation',
      'legday',
      'homeworkout',
      'strengthtraining',
      'calisthenics',
      'fitcheck'
    ],
    emoji: ['💪', '🏋🏽‍♀️', '🏋️‍♂️', '🔥', '🥵'],
    things: [
      'a slow, honest pull-up',
      'the last rep that almost stayed down',
      'leg day and the stairs afterwards',
      'a ten-minute core routine without equipment',
      'the first push-up after surgery',
      'a plank on a moving bus',
      'the kettlebell I nearly dropped',
      'a warm-up that takes longer than the workout',
      'a deadlift with good form',
      'skipping rope without tripping',
      'the quietest burpees in the building'
    ],
    doings: [
      'resting three minutes and calling it recovery',
      'deadlifting before breakfast',
      'walking like a penguin after leg day',
      'adding the smallest plates there are',
      'showing up even though I did not feel like it'
    ],
    wins: [
      'did my first strict pull-up',
      'lifted my own bodyweight',
      'trained 100 days without skipping',
      'got my mum to join the gym at 61'
    ],
    tips: [
      'Form first, weight later',
      'Brace as if somebody is about to poke you',
      'Walk every day, it counts',
      'Sleep is a training plan too',
      'Write your lifts down or you are only guessing'
    ],
    lines: [
      'You do not need a gym for this one, just a wall',
      'Slow progress is still progress',
      'This is your sign to stretch',
      'Six months of ordinary days',
      'The warm-up is not optional, I learned the hard way'
    ],
    asks: ['What is your hardest exercise?', 'Morning or evening workout?'],
    handles: ['fit', 'lifts', 'strong', 'trains', 'reps'],
    genres: ['house', 'hiphop', 'rock']
  },
  {
    key: 'running',
    tags: ['running', 'runner', 'marathontraining', 'couchto5k', 'runningtips', 'trailrunning', 'parkrun'],
    emoji: ['🏃🏽‍♀️', '🏃‍♂️', '👟', '🥇', '🌧️'],
    things: [
      'the first kilometre that never feels good',
      'an empty street at sunrise',
      'that negative split',
      'a finish line with my whole family behind it',
      'running in the rain',
      'a parkrun with a pushchair',
      'the hill behind my school',
      'my slowest and happiest marathon',
      'new shoes on a muddy path',
      'a night run with head torches',
      'the last four hundred metres'
    ],
    doings: [
      'running slowly on purpose',
      'looking for my other sock at five in the morning',
      'signing up for a race I am not ready for',
      'counting lamp posts until home',
      'high-fiving every kid on the course'
    ],
    wins: [
      'ran ten kilometres without stopping',
      'finished my first marathon',
      'took four minutes off my best time',
      'ran every street in my town'
    ],
    tips: [
      'Run slow enough to talk',
      'Nothing new on race day',
      'Shorter steps uphill, longer breaths down',
      'Replace your shoes before your knees ask you to',
      'Rest days make you faster'
    ],
    lines: [
      'I hated running two years ago. Look at this face',
      'Rain, wind, one very fast dog',
      'Not fast, not last, very happy',
      'Kilometre 34 is where the jokes stop',
      'The playlist did most of the work'
    ],
    asks: ['What gets you out of bed for a run?', 'Music or no music?'],
    handles: ['runs', 'miles', 'pace', 'onthemove', 'strides'],
    genres: ['house', 'cinematic', 'pop']
  },
  {
    key: 'yoga',
    tags: ['yoga', 'yogaflow', 'mindfulness', 'stretching', 'breathwork', 'yogaeveryday', 'flexibility', 'meditation'],
    emoji: ['🧘🏽‍♀️', '🧘', '🌿', '✨', '🧘🏿‍♂️'],
    things: [
      'five quiet minutes before the house wakes up',
      'a handstand that lasts longer than a breath',
      'the stretch you feel tomorrow',
      'a slow flow by the window',
      'breathing out longer than you breathe in',
      'a headstand against the fridge',
      'a twist that clicks in the right place',
      'hip openers after a long flight',
      'the mat that smells of lavender',
      'a sun salutation on the roof',
      'sleeping through the final pose'
    ],
    doings: [
      'wobbling in tree pose in public',
      'unrolling the mat and lying on it',
      'doing nothing on purpose',
      'sharing the mat with the cat',
      'learning crow pose one face-plant at a time'
    ],
    wins: [
      'held a handstand for ten seconds',
      'touched my toes for the first time since school',
      'meditated for thirty days in a row',
      'taught my first class'
    ],
    tips: [
      'Bend your knees, nobody is checking',
      'Breathe first, stretch second',
      'Two blocks beat one injury',
      'Soften your jaw, yes, right now',
      'Stay for three more breaths'
    ],
    lines: [
      'For everyone who sits at a desk: this one is yours',
      'Try this before bed and tell me how you slept',
      'It is a practice, not a performance',
      'Your neck will thank you',
      'Wobbly counts'
    ],
    asks: ['How is your back today?', 'Morning flow or evening stretch?'],
    handles: ['flows', 'breathes', 'yoga', 'calm', 'stretches'],
    genres: ['ambient', 'lofi', 'acoustic']
  },
  {
    key: 'streetdance',
    tags: ['dance', 'streetdance', 'hiphopdance', 'popping', 'breaking', 'choreography', 'dancechallenge', 'freestyle'],
    emoji: ['💃🏽', '🕺🏿', '🔥', '🎶', '👯‍♀️', '🤸🏾'],
    things: [
      'this choreography',
      'the footwork at the end',
      'a battle in a car park at midnight',
      'the way the whole crew hits that beat',
      'a freestyle with no plan at all',
      'a cypher in the underpass',
      'house steps on a wooden floor',
      'a robot that forgets it is one',
      'the windmill after ninety falls',
      'two brothers and one beat',
      'a routine for three left feet'
    ],
    doings: [
      'dancing in the supermarket aisle',
      'teaching my aunt to body roll',
      'rehearsing eight counts until midnight',
      'freestyling to the washing machine',
      'filming take forty-seven'
    ],
    wins: [
      'landed the windmill',
      'won my first battle',
      'learned the whole routine in a day',
      'danced in front of a real audience'
    ],
    tips: [
      'Learn the feet before the arms',
      'Dance the pauses too',
      'Film yourself, the mirror is too kind',
      'Bend your knees and everything looks better',
      'Start slow, the beat will wait for you'
    ],
    lines: [
      'Who else hears that second beat?',
      'Tag your duo, you know which one you are',
      'We had ten minutes and one car park',
      'Try it with someone taller than you',
      'The kid in the back stole the show',
      'Choreo by us, sweat by the weather'
    ],
    asks: ['Tutorial: yes or no?', 'Left, middle or right: who ate?'],
    handles: ['dances', 'moves', 'crew', 'steps', 'grooves'],
    genres: ['hiphop', 'house', 'funk']
  },
  {
    key: 'kpop',
    tags: ['kpop', 'kpopdance', 'kpopcover', 'dancecover', 'randomplaydance', 'kpopfan', 'kpopinpublic'],
    emoji: ['💜', '🎤', '🫰🏻', '💃🏻', '✨'],
    things: [
      'the killing part of this song',
      'a random play dance in the town square',
      'eight people hitting the same angle',
      'the outfit change in the second verse',
      'the ending pose',
      'the bridge nobody gets right',
      'a fan chant in perfect time',
      'the hardest eight counts of the year',
      'matching jackets from my aunt',
      'the mirrored chorus at half speed',
      'a cover in the pouring rain'
    ],
    doings: [
      'learning the chorus on the bus',
      'mirroring the choreo in the wrong direction',
      'holding the ending fairy face',
      'covering the dance break in platform shoes',
      'running to my spot in the formation'
    ],
    wins: [
      'learned the dance break in one evening',
      'got our cover crew onto a real stage',
      'hit every move of the chorus',
      'found seven people who know the same routine'
    ],
    tips: [
      'Learn it mirrored and save yourself the pain',
      'Practise the transitions, not only the chorus',
      'Facial expressions are half the move',
      'Mark your spots with tape',
      'Slow it down to 0.75 first'
    ],
    lines: [
      'One take, in public, no regrets',
      'Someone’s grandma joined in at 0:12',
      'We only had the square for four minutes',
      'The centre changed three times, can you spot it?',
      'My bias is whoever remembers the second verse'
    ],
    asks: ['Which song should we cover next?', 'Who was your eye drawn to?'],
    handles: ['covers', 'dancecrew', 'idolish', 'stage', 'encore'],
    genres: ['pop', 'house', 'hiphop']
  },
  {
    key: 'guitar',
    tags: ['guitar', 'acousticcover', 'guitartok', 'singersongwriter', 'newmusic', 'fingerstyle', 'livemusic', 'cover'],
    emoji: ['🎸', '🎶', '🎤', '👨🏼‍🎤', '🎵'],
    things: [
      'a bridge that came to me in the shower',
      'this chord change',
      'an old nylon-string with a crack in it',
      'four chords and one broken string',
      'the harmony in the second chorus',
      'a waltz for my grandmother',
      'slide guitar with a jam jar',
      'the riff that woke the baby',
      'a capo in the wrong place',
      'fingerstyle on a twelve-string',
      'a lullaby in an open tuning'
    ],
    doings: [
      'writing a chorus at two in the morning',
      'busking with frozen fingers',
      'tuning for longer than I play',
      'recording vocals inside a wardrobe',
      'playing the same riff until my flatmate moves out'
    ],
    wins: [
      'played my own song on a stage',
      'learned the F chord after two years of avoiding it',
      'sang in front of strangers',
      'finished a song instead of starting a new one'
    ],
    tips: [
      'Practise slowly and the speed comes by itself',
      'Thumb behind the neck, not around it',
      'Change the strings, it was never your playing',
      'Count out loud, yes, really',
      'Record everything, even the bad ideas'
    ],
    lines: [
      'Wrote this for my sister, please be kind',
      'Verse one. Should I finish it?',
      'Duet this with your harmony',
      'Third string broke at 0:41, we kept going',
      'Headphones recommended'
    ],
    asks: ['What should I sing next?', 'Major or minor for the ending?'],
    handles: ['sings', 'strings', 'plays', 'melody', 'unplugged'],
    genres: ['acoustic', 'rock', 'pop']
  },
  {
    key: 'comedy',
    tags: ['comedy', 'funny', 'skit', 'relatable', 'pov', 'humor', 'storytime', 'familycomedy'],
    emoji: ['😂', '🤣', '🤡', '🤦🏽‍♀️', '💀', '🤷🏻‍♂️'],
    things: [
      'every group chat ever',
      'the face my mum makes on the phone',
      'a meeting that was an email',
      'the silence after “we need to talk”',
      'that one cousin at every wedding',
      'the self-checkout and me',
      'parents discovering voice notes',
      'a plumber explaining the invoice',
      'every flight announcement ever',
      'the friend who is five minutes away',
      'a toddler running a board meeting'
    ],
    doings: [
      'pretending to understand the assignment',
      'waving back at someone who waved at the person behind me',
      'explaining a meme to my grandmother',
      'saying “you too” to the waiter',
      'acting normal after tripping in public'
    ],
    wins: [
      'made my dad laugh on camera',
      'told a joke in a language I barely speak',
      'survived an entire family dinner',
      'remembered a name at a party'
    ],
    tips: [
      'Never trust a silent group chat',
      'Say it with confidence and they will check it later',
      'If you trip, run, then it was on purpose',
      'Always let your aunt finish the story',
      'Reply “noted” and go to sleep'
    ],
    lines: [
      'Every office has this person',
      'Part two if this makes one stranger smile',
      'My mother does not know she is famous',
      'It was at this moment that he knew',
      'Based on a true story, sadly',
      'No teachers were harmed in this video'
    ],
    asks: ['Which one are you?', 'Tag the friend who does this'],
    handles: ['jokes', 'laughs', 'skits', 'haha', 'onair'],
    genres: ['funk', 'cinematic', 'pop']
  }
]
