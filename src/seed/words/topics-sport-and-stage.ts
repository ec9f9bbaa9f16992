import type { Topic } from './topic.ts'

export const sportAndStageTopics: readonly Topic[] = [
  {
    key: 'football',
    tags: ['football', 'soccer', 'footballskills', 'freekick', 'matchday', 'futsal', 'goalkeeper', 'sundayleague'],
    emoji: ['⚽', '🥅', '🏆', '🔥', '🤾🏾‍♂️'],
    things: [
      'a first touch [that kills the ball dead|*|like glue]',
      'this top-corner free kick[| *]',
      'the noise after a last-minute winner[| *]',
      'a keeper [who plays like a midfielder|*|with no gloves]',
      'mud up to the knees [on a Sunday morning|*]',
      'a back-heel [nobody expected|*|, not even me]',
      'the five-a-side final [under floodlights|*|in slippers]',
      'a header [from the edge of the box|*|with my eyes shut]',
      'a goal [straight from the corner flag|*|I still cannot explain]',
      'grandad’s old boots[| *| and a new ball]',
      'a nutmeg [in slow motion|*|on my own brother]'
    ],
    doings: [
      'juggling [on the way to school|*|with an orange]',
      'practising the same free kick [every evening|*|until the lights go out]',
      'chasing the ball into [the neighbour’s garden|the river|traffic]',
      'playing five-a-side [in the rain|*|with six]',
      'arguing about an offside from [2019|last Sunday|the school cup]'
    ],
    wins: [
      'hit the crossbar [from the halfway line|*|three times]',
      'scored [with my weak foot|*|straight from a corner]',
      'made the [school|village|second] team at last',
      'nutmegged my [coach|brother|maths teacher][| *]'
    ],
    tips: [
      'Look up before the ball [reaches you|arrives|is played]',
      'Plant your standing foot [next to the ball|where you want to aim]',
      'Train the weak foot [first while you are fresh|against a wall|every day]',
      'Lock the ankle and follow [through|the ball]',
      'Scan twice, touch [once|less]'
    ],
    lines: [
      'One shot, one take, one very surprised [goalkeeper|dog|window]',
      'The [bench|keeper’s|referee’s] reaction is the best part',
      'Sunday league has no VAR and no [mercy|showers|substitutes]',
      'He said “you will never score [from there|with that foot|in those boots]”',
      'Grass stains are a [personality|uniform|good sign]'
    ],
    twists: [
      'in the rain',
      'with my weak foot',
      'under floodlights',
      'in the last minute',
      'in front of the whole school',
      'on a muddy pitch',
      'with borrowed boots',
      'against my old team',
      'from thirty metres',
      'without looking'
    ],
    asks: [
      '[Goal or offside|Penalty or dive|Left or right corner]?',
      'Who is your five-a-side [captain|keeper|best joker]? Tag them'
    ],
    handles: ['fc', 'kicks', 'striker', 'goals', 'futbol'],
    genres: ['hiphop', 'house', 'rock']
  },
  {
    key: 'basketball',
    tags: ['basketball', 'hoops', 'streetball', 'ballislife', 'dunk', 'crossover', 'hoopdreams'],
    emoji: ['🏀', '⛹🏿‍♂️', '⛹🏼‍♀️', '💪🏾', '🔥'],
    things: [
      'a clean swish [in an empty gym|*|you only hear]',
      'this behind-the-back pass[| *]',
      'the bounce of a new ball [on concrete|*]',
      'the block [at the end|*|nobody saw coming]',
      'a buzzer beater [from the logo|*|off one foot]',
      'a left-handed layup[| *]',
      'the squeak of shoes [at night|*]',
      'a half-court shot [before the whistle|*|for a free pizza]',
      'chain nets on an outdoor court[| *]',
      'a no-look pass [to my brother|*|into the bench]',
      'two hundred free throws[| *]'
    ],
    doings: [
      'shooting [until the lights go out|*|before school]',
      'breaking ankles [on a wet court|*|, mostly my own]',
      'running suicides [before sunrise|*|for being late]',
      'calling “and one” on [everything|a missed layup|the lunch queue]',
      'working on my left hand [only|*|while brushing my teeth]'
    ],
    wins: [
      'made 100 free throws [in a row|*|before breakfast]',
      'touched the rim [for the first time|*|at thirty-four]',
      'beat my older [brother|sister|cousin] one on one[| *]',
      'came back from a knee injury[| *| after nine months]'
    ],
    tips: [
      'Keep your elbow in and hold the [follow-through|pose]',
      'Dribble lower than you [think|need to]',
      'Use the backboard, it is [free|on your side]',
      'Land the way you [took off|want to jump again]',
      'Shoot tired, games are not played [fresh|in slippers]'
    ],
    lines: [
      'They left me open. That was the [mistake|plan|last time]',
      'Same court, [ten|twelve|twenty] years apart',
      'No crowd, still [nervous|loud|home]',
      'The net did not even [move|notice]',
      'Short, slow and still [cooking you|open|talking]'
    ],
    twists: [
      'in an empty gym',
      'with my left hand',
      'off the glass',
      'at midnight',
      'on a wet court',
      'with taped fingers',
      'in front of my coach',
      'from the logo',
      'on the first try',
      'with a flat ball'
    ],
    asks: ['Who won [this one|the rematch|on style]?', 'Rate the [handles|layup|shoes] out of ten'],
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
      'a slow, honest pull-up[| *]',
      'the last rep [that almost stayed down|*]',
      'leg day [and the stairs afterwards|*|for beginners]',
      'a ten-minute core routine [without equipment|*]',
      'the first push-up [after surgery|*|that goes all the way down]',
      'a plank [on a moving bus|*|with a cat underneath]',
      'the kettlebell [I nearly dropped|*|under my desk]',
      'a warm-up [that takes longer than the workout|*]',
      'a deadlift [with good form|*|at last]',
      'skipping rope [without tripping|*]',
      'the quietest burpees [in the building|*]'
    ],
    doings: [
      'resting three minutes and [calling it recovery|checking my phone|looking busy]',
      'deadlifting [before breakfast|*|in socks]',
      'walking like a penguin [after leg day|*]',
      'adding the smallest plates [there are|*]',
      'showing up [even though I did not feel like it|*|and that is all]'
    ],
    wins: [
      'did my first strict pull-up[| *]',
      'lifted my own bodyweight[| *| for a single rep]',
      'trained [100|60|50] days without skipping',
      'got my mum to join the gym at [61|58|66]'
    ],
    tips: [
      'Form first, [weight|speed|ego] later',
      'Brace as if somebody is about to [poke you|sneeze on you]',
      'Walk every day, it [counts|adds up|is training]',
      'Sleep is a training plan [too|for free]',
      'Write your lifts down or you are only [guessing|remembering the good ones]'
    ],
    lines: [
      'You do not need a gym for this one, just a [wall|chair|towel]',
      'Slow progress is still [progress|more than none]',
      'This is your sign to [stretch|stand up|book that class]',
      '[Six|Eight|Nine] months of ordinary days',
      'The warm-up is not optional, I learned [the hard way|it from my back]'
    ],
    twists: [
      'without equipment',
      'before work',
      'in my living room',
      'after a week off',
      'with my mum',
      'on a park bench',
      'at half the weight',
      'with good form',
      'in ten minutes',
      'on a rainy day'
    ],
    asks: ['What is your [hardest|least favourite] exercise?', 'Morning or evening [workout|gym|training]?'],
    handles: ['fit', 'lifts', 'strong', 'trains', 'reps'],
    genres: ['house', 'hiphop', 'rock']
  },
  {
    key: 'running',
    tags: ['running', 'runner', 'marathontraining', 'couchto5k', 'runningtips', 'trailrunning', 'parkrun'],
    emoji: ['🏃🏽‍♀️', '🏃‍♂️', '👟', '🥇', '🌧️'],
    things: [
      'the first kilometre [that never feels good|*]',
      'an empty street [at sunrise|*]',
      'that negative split[| *]',
      'a finish line [with my whole family behind it|*]',
      'running [in the rain|*|for no reason]',
      'a parkrun [with a pushchair|*]',
      'the hill behind my school[| *]',
      'my slowest and happiest marathon[| *]',
      'new shoes [on a muddy path|*]',
      'a night run [with head torches|*]',
      'the last four hundred metres[| *]'
    ],
    doings: [
      'running slowly [on purpose|*]',
      'looking for my other sock at [five|six] in the morning',
      'signing up for a [race|marathon|trail run] I am not ready for',
      'counting lamp posts [until home|*]',
      'high-fiving every kid [on the course|*]'
    ],
    wins: [
      'ran ten kilometres [without stopping|*]',
      'finished my first [marathon|half marathon|night race][| *]',
      'took four minutes off my best time[| *]',
      'ran every street [in my town|*]'
    ],
    tips: [
      'Run slow enough to [talk|sing|smile]',
      'Nothing new on race day[|, not even socks|, least of all shoes]',
      'Shorter steps uphill, longer [breaths|looks] down',
      'Replace your shoes before your knees [ask you to|notice]',
      'Rest days make you [faster|miss it|stronger]'
    ],
    lines: [
      'I hated running [two|three] years ago. Look at this face',
      'Rain, wind, one very fast [dog|goose|toddler]',
      'Not fast, not last, very [happy|muddy|hungry]',
      'Kilometre [34|31|36] is where the jokes stop',
      'The playlist did [most|half] of the work'
    ],
    twists: [
      'in the rain',
      'before sunrise',
      'with my dog',
      'against the wind',
      'around the lake',
      'for the first time',
      'in brand-new shoes',
      'with no music',
      'up the long hill',
      'at a talking pace'
    ],
    asks: [
      'What gets you out of bed for a run[| in winter| at five]?',
      'Music or no music[| on long runs| on race day]?'
    ],
    handles: ['runs', 'miles', 'pace', 'onthemove', 'strides'],
    genres: ['house', 'cinematic', 'pop']
  },
  {
    key: 'yoga',
    tags: ['yoga', 'yogaflow', 'mindfulness', 'stretching', 'breathwork', 'yogaeveryday', 'flexibility', 'meditation'],
    emoji: ['🧘🏽‍♀️', '🧘', '🌿', '✨', '🧘🏿‍♂️'],
    things: [
      'five quiet minutes [before the house wakes up|*]',
      'a handstand [that lasts longer than a breath|*]',
      'the stretch [you feel tomorrow|*]',
      'a slow flow [by the window|*]',
      'breathing out longer than you breathe in[|, *]',
      'a headstand [against the fridge|*]',
      'a twist [that clicks in the right place|*]',
      'hip openers [after a long flight|*]',
      'the mat [that smells of lavender|in the hallway]',
      'a sun salutation [on the roof|*]',
      'sleeping through the final pose[|, again]'
    ],
    doings: [
      'wobbling in tree pose [in public|*]',
      'unrolling the mat and [lying on it|calling it a day|finding the cat there]',
      'doing nothing [on purpose|*]',
      'sharing the mat with the [cat|dog|toddler]',
      'learning crow pose [one face-plant at a time|*]'
    ],
    wins: [
      'held a handstand for [ten|eight|twelve] seconds',
      'touched my toes [for the first time since school|*]',
      'meditated for [thirty|forty|sixty] days in a row',
      'taught my first class[| *]'
    ],
    tips: [
      'Bend your knees, nobody is [checking|counting]',
      'Breathe first, stretch [second|after that]',
      'Two blocks beat one [injury|brave hamstring]',
      'Soften your jaw[, yes, right now| and drop your shoulders]',
      'Stay for three more [breaths|slow breaths]'
    ],
    lines: [
      'For everyone who [sits at a desk|drives all day|carries small children]: this one is yours',
      'Try this before bed and tell me how you [slept|feel]',
      'It is a practice, not a [performance|competition]',
      'Your [neck|lower back|jaw] will thank you',
      'Wobbly [counts|is allowed|is how it starts]'
    ],
    twists: [
      'for stiff hips',
      'before bed',
      'in ten minutes',
      'after a long flight',
      'for office backs',
      'on the balcony',
      'with the cat on the mat',
      'for total beginners',
      'without a mat',
      'in the morning sun'
    ],
    asks: ['How is your [back|neck|mood] today?', 'Morning flow or evening [stretch|flow]?'],
    handles: ['flows', 'breathes', 'yoga', 'calm', 'stretches'],
    genres: ['ambient', 'lofi', 'acoustic']
  },
  {
    key: 'streetdance',
    tags: ['dance', 'streetdance', 'hiphopdance', 'popping', 'breaking', 'choreography', 'dancechallenge', 'freestyle'],
    emoji: ['💃🏽', '🕺🏿', '🔥', '🎶', '👯‍♀️', '🤸🏾'],
    things: [
      'this choreography[| *]',
      'the footwork [at the end|*]',
      'a battle [in a car park at midnight|*]',
      'the way the whole crew hits that beat[| *]',
      'a freestyle [with no plan at all|*]',
      'a cypher [in the underpass|*]',
      'house steps [on a wooden floor|*]',
      'a robot [that forgets it is one|*]',
      'the windmill [after ninety falls|*]',
      'two brothers and one beat[| *]',
      'a routine for three left feet[| *]'
    ],
    doings: [
      'dancing [in the supermarket aisle|*]',
      'teaching my aunt to [body roll|pop|moonwalk]',
      'rehearsing eight counts [until midnight|*]',
      'freestyling [to the washing machine|*]',
      'filming take [forty-seven|thirty-one|sixty]'
    ],
    wins: [
      'landed the windmill[| *]',
      'won my first battle[| *]',
      'learned the whole routine [in a day|*]',
      'danced [in front of a real audience|*]'
    ],
    tips: [
      'Learn the feet before the [arms|face]',
      'Dance the pauses [too|first]',
      'Film yourself, the mirror is too [kind|slow]',
      'Bend your knees and everything [looks better|gets easier]',
      'Start slow, the beat will [wait for you|still be there]'
    ],
    lines: [
      'Who else hears that second [beat|bass line]?',
      'Tag your duo, you know which one [you are|leads]',
      'We had ten minutes and one [car park|speaker|good light]',
      'Try it with someone [taller than you|who cannot dance]',
      'The kid in the [back|yellow jacket] stole the show',
      'Choreo by us, [sweat|puddles] by the weather'
    ],
    twists: [
      'in the underpass',
      'with my little brother',
      'in the rain',
      'at half speed',
      'in work shoes',
      'with no music',
      'after two years off',
      'in front of strangers',
      'on a wooden floor',
      'in one take'
    ],
    asks: ['Tutorial: yes or [no|later]?', 'Left, middle or right: who [ate|was on time]?'],
    handles: ['dances', 'moves', 'crew', 'steps', 'grooves'],
    genres: ['hiphop', 'house', 'funk']
  },
  {
    key: 'kpop',
    tags: ['kpop', 'kpopdance', 'kpopcover', 'dancecover', 'randomplaydance', 'kpopfan', 'kpopinpublic'],
    emoji: ['💜', '🎤', '🫰🏻', '💃🏻', '✨'],
    things: [
      'the killing part [of this song|*]',
      'a random play dance [in the town square|*]',
      'eight people hitting the same angle[| *]',
      'the outfit change [in the second verse|*]',
      'the ending pose[| *]',
      'the bridge [nobody gets right|*]',
      'a fan chant [in perfect time|*]',
      'the hardest eight counts [of the year|*]',
      'matching jackets [from my aunt|*]',
      'the mirrored chorus [at half speed|*]',
      'a cover [in the pouring rain|*]'
    ],
    doings: [
      'learning the chorus [on the bus|*]',
      'mirroring the choreo [in the wrong direction|*]',
      'holding the ending fairy face[| *]',
      'covering the dance break [in platform shoes|*]',
      'running to my spot in the formation[| *]'
    ],
    wins: [
      'learned the dance break [in one evening|*]',
      'got our cover crew onto a [real stage|school stage]',
      'hit every move of the chorus[| *]',
      'found seven people who know the [same routine|whole bridge]'
    ],
    tips: [
      'Learn it mirrored and [save yourself the pain|turn around later]',
      'Practise the transitions, not only the [chorus|killing part]',
      'Facial expressions are half the [move|cover]',
      'Mark your spots with [tape|chalk|shoes]',
      'Slow it down to [0.75|half] first'
    ],
    lines: [
      'One take, in public, no [regrets|music|second chance]',
      'Someone’s [grandma|dad|toddler] joined in at 0:12',
      'We only had the square for [four|six] minutes',
      'The centre changed three times, can you [spot it|keep up]?',
      'My bias is whoever remembers the [second verse|bridge]'
    ],
    twists: [
      'in public',
      'mirrored',
      'at half speed',
      'with seven strangers',
      'in matching jackets',
      'in the pouring rain',
      'after one rehearsal',
      'in platform shoes',
      'for my sister’s birthday',
      'without the music'
    ],
    asks: ['Which song should we cover [next|in public]?', 'Who was your eye [drawn to|on]?'],
    handles: ['covers', 'dancecrew', 'idolish', 'stage', 'encore'],
    genres: ['pop', 'house', 'hiphop']
  },
  {
    key: 'guitar',
    tags: ['guitar', 'acousticcover', 'guitartok', 'singersongwriter', 'newmusic', 'fingerstyle', 'livemusic', 'cover'],
    emoji: ['🎸', '🎶', '🎤', '👨🏼‍🎤', '🎵'],
    things: [
      'a bridge [that came to me in the shower|*]',
      'this chord change[| *]',
      'an old nylon-string [with a crack in it|*]',
      'four chords [and one broken string|*]',
      'the harmony [in the second chorus|*]',
      'a waltz [for my grandmother|*]',
      'slide guitar [with a jam jar|*]',
      'the riff [that woke the baby|*]',
      'a capo [in the wrong place|*]',
      'fingerstyle [on a twelve-string|*]',
      'a lullaby [in an open tuning|*]'
    ],
    doings: [
      'writing a chorus [at two in the morning|*]',
      'busking [with frozen fingers|*]',
      'tuning [for longer than I play|*]',
      'recording vocals [inside a wardrobe|*]',
      'playing the same riff until [my flatmate moves out|it sounds right|the dog leaves]'
    ],
    wins: [
      'played my own song [on a stage|*]',
      'learned the F chord [after two years of avoiding it|*]',
      'sang [in front of strangers|*]',
      'finished a song [instead of starting a new one|*]'
    ],
    tips: [
      'Practise slowly and the speed [comes by itself|will follow]',
      'Thumb behind the neck, not [around it|over it]',
      'Change the strings, it was never [your playing|the amp]',
      'Count out loud[, yes, really|, even the rests]',
      'Record everything, even the [bad ideas|humming]'
    ],
    lines: [
      'Wrote this for my [sister|dad|old dog], please be kind',
      'Verse one. Should I [finish it|keep it|write the chorus]?',
      'Duet this with your [harmony|bass line|second verse]',
      'Third string broke at 0:41, we [kept going|pretended it was jazz]',
      'Headphones [recommended|in, lights off]'
    ],
    twists: [
      'in an open tuning',
      'for my sister',
      'on a borrowed guitar',
      'at two in the morning',
      'with a broken string',
      'in one take',
      'on the back steps',
      'in three chords',
      'with a jam jar',
      'with the window open'
    ],
    asks: ['What should I [sing|play|learn] next?', 'Major or minor for the [ending|bridge]?'],
    handles: ['sings', 'strings', 'plays', 'melody', 'unplugged'],
    genres: ['acoustic', 'rock', 'pop']
  },
  {
    key: 'comedy',
    tags: ['comedy', 'funny', 'skit', 'relatable', 'pov', 'humor', 'storytime', 'familycomedy'],
    emoji: ['😂', '🤣', '🤡', '🤦🏽‍♀️', '💀', '🤷🏻‍♂️'],
    things: [
      'every group chat [ever|*]',
      'the face my mum makes [on the phone|*]',
      'a meeting [that was an email|*]',
      'the silence after [“we need to talk”|“any questions?”|“who ate it?”]',
      'that one cousin [at every wedding|*]',
      'the self-checkout [and me|*]',
      'parents discovering [voice notes|emoji|the mute button]',
      'a plumber [explaining the invoice|*]',
      'every flight announcement [ever|*]',
      'the friend [who is five minutes away|*]',
      'a toddler [running a board meeting|*]'
    ],
    doings: [
      'pretending to understand [the assignment|the wine list|the printer]',
      'waving back at someone who waved at [the person behind me|a dog]',
      'explaining a meme to my [grandmother|boss|landlord]',
      'saying “you too” to the [waiter|dentist|ticket machine]',
      'acting normal [after tripping in public|*]'
    ],
    wins: [
      'made my [dad|teacher|neighbour] laugh on camera',
      'told a joke [in a language I barely speak|*]',
      'survived [an entire family dinner|a whole wedding|the school meeting]',
      'remembered a name [at a party|*]'
    ],
    tips: [
      'Never trust a silent [group chat|toddler|printer]',
      'Say it with confidence and they will [check it later|nod]',
      'If you trip, run, then it was [on purpose|cardio]',
      'Always let your [aunt|uncle|grandpa] finish the story',
      'Reply “noted” and go to [sleep|lunch]'
    ],
    lines: [
      'Every [office|family|class] has this person',
      'Part two if this makes one [stranger|bus driver|tired person] smile',
      'My mother does not know she is [famous|in this one|the funny one]',
      'It was at this moment that [he|she|the whole table] knew',
      'Based on a true story, [sadly|as always|ask my cousin]',
      'No [teachers|sofas|cousins] were harmed in this video'
    ],
    twists: [
      'at a family dinner',
      'in the office kitchen',
      'on speakerphone',
      'in front of my boss',
      'at the self-checkout',
      'during a video call',
      'at every wedding',
      'with a straight face',
      'in real time',
      'for the third time today'
    ],
    asks: ['Which one are [you|we]?', 'Tag the friend who [does this|is this]'],
    handles: ['jokes', 'laughs', 'skits', 'haha', 'onair'],
    genres: ['funk', 'cinematic', 'pop']
  }
]
