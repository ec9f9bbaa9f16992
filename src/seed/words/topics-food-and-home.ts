import type { Topic } from './topic.ts'

export const foodAndHomeTopics: readonly Topic[] = [
  {
    key: 'cooking',
    tags: [
      'cooking',
      'easyrecipes',
      'homecooking',
      'dinnerideas',
      'onepanmeals',
      'FoodLover',
      'cookwithme',
      'mealprep'
    ],
    emoji: ['🍳', '🍝', '🌶️', '👨🏽‍🍳', '👩‍🍳', '🥘', '🧄'],
    things: [
      'this one-pan lemon chicken[|, *| *]',
      'a proper Sunday ragù[| *|, cooked *]',
      'crispy chili oil eggs[| *|, *]',
      'the garlic noodles [everyone keeps asking about|from last Friday|*]',
      '[my grandmother’s tomato soup|tomato soup *|a tomato soup with too much basil]',
      '[a 15-minute coconut curry|a coconut curry *|the coconut curry that came out of nowhere]',
      'a pot of beans [that took all day|*|and half a loaf of bread]',
      'roasted carrots [with too much butter|*|nobody had to be asked to eat]',
      'fried rice [from last night|*|with the last two eggs]',
      '[a lasagna|the lasagna|a vegetable lasagna] [big enough for the whole floor|*|with a burnt corner]',
      'pickled onions [on everything|*|in an old jam jar]',
      'a chickpea stew [for rainy days|*|and flatbread]',
      'the crispiest potatoes [I know|*|of the year]',
      'a mushroom risotto [without shortcuts|*|and a sore arm]'
    ],
    doings: [
      'making [pasta|fresh pasta|ravioli] from scratch [on a weeknight|*|with a wine bottle for a rolling pin]',
      'tasting the [sauce|soup|lasagna filling] [“one last time”|for the ninth time|instead of waiting]',
      'chopping onions [and pretending I am not crying|*|with swimming goggles on]',
      'cooking for twelve [in a kitchen built for one|with four plates|*]',
      'turning leftovers into [something I would pay for|an omelette *|soup *|lunch *]'
    ],
    wins: [
      '[finally nailed|timed|peeled] the perfect soft-boiled egg[| on the first try]',
      'made [dinner|a lasagna|pasta] for six [on a tiny budget|*|and had seconds]',
      '[got my dad to eat (and like)|hid|sold my dad on|grilled] [tofu|tofu *|a mushroom|lentils]',
      'flipped [an omelette|my first omelette|a six-egg omelette|the omelette] [without breaking it|in one go|*|with my eyes closed]'
    ],
    tips: [
      '[Salt the pasta water|Salt the water until it tastes like the sea] before the pasta goes in',
      'Let the pan get [hot|really hot] before you add [the oil|anything|the egg]',
      'Keep [a cup of|some] pasta water, it [saves every sauce|is half of the sauce|makes the sauce shine]',
      'Dry the [chicken|skin of the chicken] well and [the skin will take care of itself|it will go crisp by itself|wait before you turn it]',
      'Add the garlic [last so it never burns|after the onions|when the pan has cooled a little]',
      'Taste before you [season|salt|serve], then taste again'
    ],
    lines: [
      'Dinner in [20|25|30] minutes, dishes for [two hours|the rest of the evening|someone else]',
      '[Recipe is in the comments|The recipe is pinned below|Full recipe at the end|I wrote the recipe down] [because I know you will ask|before anybody asks|for my cousin and for you|, measured for once]',
      'I said “just a snack” and now [there are three pans on the stove|the whole kitchen is in use|I am making stock]',
      'The sound of that [crust|crackling|skin]. [Turn the volume up|Headphones in|Listen again]',
      'Measured with [my heart|a coffee cup|feeling], as always',
      'Save this for [the next time you have nothing but rice and eggs|a Sunday with nothing in the fridge|the end of the month]'
    ],
    twists: [
      'without a recipe',
      'on a tiny budget',
      'for six',
      'my grandmother’s way',
      'in under half an hour',
      'with what was in the fridge',
      'in one pan',
      'on a weeknight',
      'for people who hate cooking',
      'that tastes like home'
    ],
    asks: [
      'What should I cook [next|on Sunday|for my parents]?',
      '[Cilantro|Pineapple on pizza|Raisins in a salad]: yes or never?',
      'What is your go-to [lazy dinner|pasta|omelette filling|comfort food]?'
    ],
    handles: ['cooks', 'kitchen', 'eats', 'pantry', 'simmers'],
    genres: ['funk', 'lofi', 'latin']
  },
  {
    key: 'baking',
    tags: ['baking', 'bakingtherapy', 'sourdough', 'homebaker', 'cakedecorating', 'cookies', 'breadtok', 'cakes'],
    emoji: ['🧁', '🍞', '🥐', '🎂', '🍪', '👩🏼‍🍳'],
    things: [
      'a sourdough ear [like that|*|you can hear]',
      'brown butter cookies [at midnight|*|with sea salt]',
      'this three-layer lemon cake[| *|, slightly tilted]',
      '[the smell of cinnamon rolls|cinnamon rolls] [in the morning|*|two streets away]',
      'a focaccia [that looks like a garden|*|with olives in a row]',
      'a banana bread [that finally rose|*|with a split down the middle]',
      'cardamom buns[| *| and cold butter]',
      'a cheesecake [without a crack|*|with exactly one crack]',
      'the first [loaf|sourdough|tray of rolls] from [my new oven|the old oven|my sister’s oven]',
      'an apple tart [with a lattice|*|and too much cinnamon]',
      'pistachio macarons [with actual feet|*|of nine different sizes]',
      'soft pretzels[| *| with mustard| still warm]',
      'a birthday cake shaped like a [bus|hedgehog|moon|drum kit]'
    ],
    doings: [
      'feeding my sourdough starter [like a pet|*|twice a day]',
      'piping [flowers|roses|two hundred stars] until [my hand gives up|the bag bursts|it looks intended]',
      'waiting for [dough|the sourdough|a brioche] to rise[| *]',
      'laminating croissants [in a heatwave|*|with a ruler]',
      'licking the [spoon|bowl|whisk] [when nobody is looking|before anybody can ask|and calling it quality control]'
    ],
    wins: [
      'made croissants [with actual layers|*|you can count the layers of]',
      'baked [my sister’s wedding cake|my cousin’s wedding cake|a wedding cake *]',
      'got an open crumb after [eleven bricks|nine bricks|a year of bricks]',
      'swapped the [sugar|butter|eggs] and nobody noticed'
    ],
    tips: [
      'Weigh your [flour|flour and your water], cups are [lying to you|for coffee|a guess]',
      'Chill the cookie dough [overnight and thank yourself tomorrow|for an hour at least|before you shape it]',
      'Room-temperature butter means [soft, not melted|a finger leaves a dent|no microwave]',
      'Do not open the oven[, just don’t| for the first twenty minutes|, the soufflé can feel it]',
      'Dip the knife in hot water for [clean slices|a clean cut|brownies with edges]'
    ],
    lines: [
      'It is not [burnt|too dark|overdone], it is [caramelised|rustic|well travelled]',
      'Therapy is expensive, [flour|yeast|butter] is [not|cheaper]',
      'The crumb shot [you came for|nobody asked for|I waited two days for]',
      'Watch until the end, the [cut|first slice|icing] is [so satisfying|all I think about|worth it]',
      '[Four|Five|Six] hours of work, gone in [six minutes|one afternoon|two bites each]. Worth it'
    ],
    twists: [
      'without a mixer',
      'in a tiny oven',
      'on the third try',
      'for my neighbours',
      'with half the sugar',
      'from a handwritten recipe',
      'before sunrise',
      'for a bake sale',
      'with whatever flour was left',
      'on a rainy Sunday'
    ],
    asks: [
      '[Crust or crumb|Corner or middle piece|Icing or no icing]?',
      'Which [flavour|bread|cake] should I try next?'
    ],
    handles: ['bakes', 'crumbs', 'dough', 'oven', 'flour'],
    genres: ['acoustic', 'lofi', 'pop']
  },
  {
    key: 'streetfood',
    tags: ['streetfood', 'foodie', 'nightmarket', 'foodtour', 'foodtruck', 'hiddengems', 'eatlocal', 'noodles'],
    emoji: ['🌮', '🍜', '🥟', '🍢', '🌯', '🔥'],
    things: [
      'a noodle stall [with four seats and one dish|that opens when it wants|*]',
      'the dumpling queue [at six in the morning|*|around the block]',
      'tacos [on a plastic stool|*|with three salsas]',
      'that charcoal smoke [from two streets away|*|in my only jacket]',
      'a bowl of soup [for less than a bus ticket|*|bigger than my head]',
      'grilled corn [with lime|*|in its own leaf]',
      'a paper cone of [fried squid|hot chips|candied nuts][| *]',
      'the last portion of [the pork buns|dumplings|mango sticky rice][| *]',
      'a pancake [folded in newspaper|*|as thin as paper]',
      'mango [with chili salt|*|in a plastic bag]',
      'the falafel window [by the station|*|with no name]',
      'roasted chestnuts [in winter|*|in a paper bag]',
      'a sandwich [bigger than my face|*|nobody can finish]'
    ],
    doings: [
      'eating my way through [the night market|the old harbour|one single street]',
      'pointing at the menu [and hoping for the best|*|with full confidence]',
      'standing in line [because everyone else is|*|without knowing for what]',
      'trying the spiciest thing [on the cart|*|they would sell me]',
      'going back for a [third|fourth|second] [skewer|bowl|taco]'
    ],
    wins: [
      'found the best [dumplings|noodles|tacos] [in the city|*|by mistake]',
      'tried every stall [on this street|*|of the night market]',
      'ordered in the local language [without panicking|*|and got what I wanted]',
      'survived level five spicy[| *| with one glass of milk]'
    ],
    tips: [
      'Follow the longest queue of [locals|taxi drivers|grandmothers]',
      'Go hungry and [share everything|order small|bring friends]',
      'Bring small change, nobody [breaks a big note|takes cards|waits for your wallet]',
      'Eat where you can see [the fire|the cook|what goes into the pan]',
      'Ask for the [sauce|chili] on the side [the first time|and add it slowly|if you have plans tomorrow]'
    ],
    lines: [
      '[He|She] has made one dish for [forty|thirty|fifty] years and it shows',
      'Come for the [view|music|harbour], stay for the [fried dough|skewers|soup]',
      'No sign, no menu, no [notes|chairs|regrets]. Ten out of ten',
      'She saw me coming back and [laughed|already had the bowl ready|rolled her eyes]',
      'If the stool is plastic the food is [fantastic|worth the wait|better than any review]'
    ],
    twists: [
      'on a plastic stool',
      'at two in the morning',
      'for pocket change',
      'around the corner from my hotel',
      'with extra chili',
      'in the rain',
      'with my cousin',
      'straight from the fire',
      'before the crowd came',
      'for breakfast'
    ],
    asks: [
      'Which city should I eat in [next|in spring|for a week]?',
      'Would you try [this|the spicy one|it for breakfast]?'
    ],
    handles: ['bites', 'stalls', 'snacks', 'hungry', 'noodles'],
    genres: ['latin', 'funk', 'hiphop']
  },
  {
    key: 'gardening',
    tags: ['gardening', 'growyourown', 'plantsoftheday', 'balconygarden', 'tomatoes', 'plantparent', 'composting'],
    emoji: ['🌱', '🍅', '🪴', '🌻', '👩🏾‍🌾', '🐝'],
    things: [
      'the first tomato [of the year|*|that is not green]',
      'a balcony full of [herbs|tomatoes|mint I never planted]',
      'a compost heap [that finally smells right|*|with steam coming off]',
      'the bees on the [lavender|clover|thyme][| *]',
      'a cucumber [I forgot about for a week|*|the size of my arm]',
      'strawberries [the birds left me|*|in a hanging pot]',
      'a raised bed [made of pallets|*|full of salad]',
      'sunflowers [taller than my dad|*|that follow me around]',
      'the ugliest carrot [of the season|*|with three legs]',
      'an avocado [from a stone|*|that is now a tree]',
      'peas [that found the string by themselves|*|straight from the pod]',
      'a jar of home-grown chilies[| *]',
      'the wisteria [after six years|*|on its way into the bedroom]'
    ],
    doings: [
      'talking to my [seedlings|tomatoes|orchid][| *]',
      'fighting slugs [at dawn|*|with a torch]',
      'repotting [everything I own|a monstera *|forty cuttings]',
      'checking the tomatoes [five times a day|*|before I check my phone]',
      'planting [bulbs|tulips|garlic] I will forget about until spring'
    ],
    wins: [
      'grew a watermelon [on a balcony|*|as big as a fist]',
      'saved [a plant|a fern|an orchid] everybody had given up on',
      'harvested more zucchini than I have [friends|neighbours|recipes]',
      'kept basil alive [for a whole winter|*|for longer than a month]'
    ],
    tips: [
      'Water in the [morning|evening], not at noon',
      'Pinch off the side shoots and [the tomatoes will thank you|more sun gets in|root them in a glass]',
      'Put the pot in the pot [before you put the plant in the pot|and the roots stay whole]',
      'Plant marigolds next to the [beans|tomatoes|cabbage]',
      'Mulch now and [weed less all summer|water half as often|thank yourself in July]'
    ],
    lines: [
      'One seed packet, [three|four|five] months, a lot of [patience|slugs|rain]',
      'I do not have a plant problem, I have a [window|space|shelf] problem',
      'Before and after of the ugliest [corner of the yard|flower bed|bit of fence]',
      'From seed to [salad|soup|pesto] in sixty seconds',
      'Nature did the work, I just held the [camera|hose|bucket]'
    ],
    twists: [
      'on a balcony',
      'in an old bucket',
      'before the frost',
      'with my grandfather’s spade',
      'against all odds',
      'in the shadiest corner',
      'without a garden',
      'after a week of rain',
      'from last year’s seeds',
      'with no idea what I was doing'
    ],
    asks: [
      'What are you growing [this year|on your windowsill|in the shade]?',
      'Does anyone know what is eating my [kale|roses|basil]?'
    ],
    handles: ['grows', 'garden', 'plants', 'sprouts', 'greenhouse'],
    genres: ['acoustic', 'ambient', 'lofi']
  },
  {
    key: 'woodworking',
    tags: ['woodworking', 'diy', 'maker', 'handmade', 'joinery', 'workshop', 'DIYProjects', 'restoration'],
    emoji: ['🪵', '🔨', '🪚', '🧰', '👷🏽‍♀️', '📐'],
    things: [
      'a dovetail [that closes without a mallet|*|with no gaps to fill]',
      'the first coat of oil on [walnut|oak|cherry][| *]',
      'this table [made from an old door|*|nobody believes I made]',
      'a perfectly square corner[| *]',
      'the sound of a sharp plane[| on cherry| at seven in the morning]',
      'a cutting board [from three offcuts|*|with a crooked stripe]',
      'the wobbliest stool [I ever made|*|in the house]',
      'a drawer [that glides|*|that only opens in summer]',
      'a spoon [carved from cherry|*|and a pile of shavings]',
      'a birdhouse [with a green roof|*|somebody moved into]',
      'my late uncle’s workbench[|, cleaned up|, sawdust and all]',
      'a shelf [that is actually level|*|for exactly nine books]',
      'a box [without a single nail|*|with a lid that fits]'
    ],
    doings: [
      'sanding the same board [for three hours|until the sawdust is flour|*]',
      'building a bench [nobody asked for|*|out of garden boards]',
      'measuring twice and [still cutting wrong|asking my dad|guessing once]',
      '[sweeping up|finding|wearing|breathing] [more sawdust than I have wood left|sawdust for the third time today|sawdust, happily]',
      'restoring a [chair|stool|dresser] from the side of the road[| *]'
    ],
    wins: [
      'cut my first hand dovetails[| *]',
      'turned a fallen tree into [a dining table|a bench|sawdust and one good board]',
      'built a bed frame [without a single screw|*|that does not squeak]',
      'fixed my grandfather’s [toolbox|plane|rocking chair][| *]'
    ],
    tips: [
      'Sharpen before you [think you need to|start|blame the wood]',
      'Clamp a scrap behind the cut and it will not [tear out|splinter]',
      'Mark the waste side of the [line|cut], [every time|with an X|then cut there]',
      'Let the glue squeeze out, then [scrape it when it is rubbery|leave it alone for half an hour]',
      'Finish the underside too, wood [moves|drinks from both sides|remembers]'
    ],
    lines: [
      'Found on the curb, finished by [Sunday|dinner time|spring]',
      'It is not a [mistake|gap|wobble], it is a design feature',
      '[Forty|Thirty|Sixty] hours in forty seconds',
      'The last pass of the [plane|oil rag|sander] is the whole reason I do this',
      'My neighbours think I only own a [sander|saw|vacuum cleaner]'
    ],
    twists: [
      'with hand tools only',
      'from scrap',
      'in a rented garage',
      'for my sister’s flat',
      'without a plan',
      'after three bad ones',
      'from one single board',
      'with my grandfather’s chisels',
      'in a weekend',
      'by eye'
    ],
    asks: [
      '[Oil or varnish|Wax or oil|Round edge or square]?',
      'What should I build from the [offcuts|old door|last board]?'
    ],
    handles: ['builds', 'workshop', 'sawdust', 'makes', 'timber'],
    genres: ['rock', 'acoustic', 'lofi']
  },
  {
    key: 'dogs',
    tags: ['dogs', 'dogsoftheinternet', 'puppy', 'rescuedog', 'goldenpuppy', 'dogtraining', 'zoomies'],
    emoji: ['🐶', '🐾', '🦴', '🐕‍🦺', '🐕'],
    things: [
      'the way [he|she] waits at the door[| *]',
      'those ears [in the wind|*|on a puppy this size]',
      'a rescue dog [on a sofa for the first time|*|who has just found out about toys]',
      'the head tilt [at the word “walk”|*|at the word “cheese”]',
      '[three|four|two]-in-the-morning zoomies[| *]',
      'a greyhound [in a raincoat|*|with cold paws]',
      'the guiltiest face [on the sofa|*|of the whole street]',
      'her favourite stick [of all time|*|, which is a branch]',
      'a puppy meeting [snow|the sea|a hedgehog|the vacuum cleaner]',
      'an old dog [and his blanket|*|in the sun]',
      'the bath-day [escape plan|negotiations|face]',
      'the neighbour’s very polite poodle[| *]',
      'a tail [that knocks over cups|*|that never stops]'
    ],
    doings: [
      'being judged by [a small dog|a dachshund|my own puppy][| *]',
      'carrying a perfectly healthy dog [home|*|up four floors]',
      'hiding the cheese [drawer from someone with paws|from a nose like that|*]',
      'apologising to a puppy [I stepped over|*|for sneezing]',
      'spelling out [w-a-l-k|b-a-t-h|t-r-e-a-t]'
    ],
    wins: [
      'taught [her|him] to close the [fridge|door|drawer]',
      'got all four paws wiped [in one go|*|without a fight]',
      'brought our foster [home for good|puppy home for good]',
      '[finally managed|had] a walk without pulling[| *]'
    ],
    tips: [
      'Reward the [calm|quiet moment|four paws on the floor], not the jump',
      'Let them sniff, it is their [newspaper|favourite part|morning coffee]',
      'Keep sessions short and end on a [win|game|treat]',
      'Say the name once and [wait|smile|stop there]',
      'Trade, never [grab|chase|pull]'
    ],
    lines: [
      '[He|She] has one brain cell and it is chasing [a leaf|its own tail|a pigeon]',
      'She heard the cheese [drawer|wrapper|knife] from the [garden|second floor|neighbour’s yard]',
      '[His first day|The first hour] versus [his hundredth|a year later] in his new home. I am not crying, you are',
      'The manager would like to speak with you about [dinner|the late walk|this so-called diet]',
      'Sound on for the [sigh|snore|little bark] at the end'
    ],
    twists: [
      'on a windy beach',
      'in the back of the car',
      'at the vet',
      'with a sock',
      'before breakfast',
      'on the good sofa',
      'in the first snow',
      'for a piece of cheese',
      'with the neighbour’s dog',
      'every single evening'
    ],
    asks: ['Does your dog do this [too|at night|with socks]?', 'What should we teach [him|her] next?'],
    handles: ['barks', 'paws', 'goodboy', 'andpup', 'zoomies'],
    genres: ['funk', 'pop', 'acoustic']
  },
  {
    key: 'cats',
    tags: ['cats', 'catlover', 'kitten', 'catmom', 'orangecat', 'adoptdontshop', 'catlife'],
    emoji: ['🐱', '🐈‍⬛', '😹', '🐾', '🧶'],
    things: [
      'a cat [who has read the room and left it|*|with opinions]',
      'the loudest purr [on this street|*|of them all]',
      'a box [that came with a free toy inside|*|nobody else may have]',
      'that slow blink[| *]',
      'the [4|5] a.m. concert [in the hallway|*|for an audience of one]',
      'a kitten [asleep in a shoe|*|with oversized ears]',
      'the staring contest with [the printer|a pigeon|the fish tank]',
      'a cat [on a warm laptop|*|who attends every meeting]',
      'the window seat [she fought for|*|with a view of the birds]',
      'the midnight yowl[| *]',
      'two tails [under one curtain|*|and one food bowl]',
      'his war on the [houseplants|Christmas tree|toilet paper]',
      'the paw under the [bathroom door|sofa|blanket][| *]'
    ],
    doings: [
      'working from home [under supervision|*|with a tail in every call]',
      'not moving because the [cat|kitten] is asleep [on me|*|on my only good arm]',
      'buying a bed [she will never use|*|for the box it comes in]',
      'negotiating for half of [my own pillow|my own chair|the blanket]',
      'opening the door for the [ninth|tenth|last] time'
    ],
    wins: [
      'trimmed all eighteen claws[| *| in one sitting]',
      'earned the slow blink from a [feral|neighbour’s cat|very old cat]',
      'got the [cat|kitten] into the carrier [on the first try|*|without a scratch]',
      'convinced two cats to share [one sofa|one window|a bowl]'
    ],
    tips: [
      'Blink slowly and let [them|the kitten|her] come to you',
      'One litter box per cat [plus one|and one more|, and one for luck]',
      'Play before [dinner|bedtime] and they will sleep through the night',
      'Put the water far from the [food|litter box]',
      'Leave the carrier out so it [stops being scary|becomes a bed|smells like home]'
    ],
    lines: [
      'He pays no rent and has [complaints|demands|a favourite chair that was mine]',
      'I was told there would be [chicken|tuna|a warm lap]',
      'She was a stray on [Monday|Tuesday]. This is [Friday|Sunday]',
      'The orange ones share one brain cell and it is not [his turn|here today|theirs this week]',
      'Caught in 4K and still [denying it|chewing|looking me in the eye]'
    ],
    twists: [
      'at four in the morning',
      'on top of the fridge',
      'in a box two sizes too small',
      'with zero remorse',
      'on my keyboard',
      'in the one patch of sun',
      'behind the curtain',
      'for no reason at all',
      'in front of guests',
      'every time I sit down'
    ],
    asks: [
      'What is your cat’s [full government name|worst habit|favourite box]?',
      'Is this [normal|a cat thing|allowed]?'
    ],
    handles: ['meows', 'whiskers', 'andcat', 'purrs', 'thecat'],
    genres: ['funk', 'lofi', 'ambient']
  },
  {
    key: 'thrift',
    tags: ['thrifted', 'thrifthaul', 'ootd', 'vintagestyle', 'upcycledfashion', 'sewing', 'slowfashion', 'outfitideas'],
    emoji: ['👗', '🧥', '🧵', '💃🏿', '👜'],
    things: [
      'a wool coat [for the price of lunch|*|with deep pockets]',
      'the jacket [I almost left on the rack|*|with the good lining]',
      'this skirt [that used to be a curtain|*|with pockets I added]',
      'a whole outfit [for under ten|*|from one rack]',
      'the lining of this vintage blazer[| *]',
      'a silk scarf [for two coins|*|with a map on it]',
      'the boots [that came resoled|*|I waited a year for]',
      'a suit [from the seventies|*|with shoulders like that]',
      'the denim jacket [with someone’s initials|*|older than my car]',
      'a knitted vest [nobody wanted|*|in four kinds of brown]',
      'a bag [older than me|*|with a bus ticket inside]',
      'the linen trousers [I hemmed myself|*|that fit everyone in my flat]',
      'a wedding dress [that became a blouse|*|dyed dark green]'
    ],
    doings: [
      'digging through the [one-coin bin|scarf box|last rack]',
      'turning a [bedsheet|curtain|tablecloth] into a [dress|skirt|shirt]',
      'styling one shirt [seven ways|five ways|for a whole week]',
      'trying on hats [in public with full confidence|*|nobody should wear]',
      'hemming trousers [at the last minute|*|on the train]'
    ],
    wins: [
      'found the exact [coat|blazer|bag] from my mood board',
      'sewed a zip [without swearing|*|on the second try]',
      'wore only second-hand [for a year|for a wedding|from head to toe]',
      'sold half my wardrobe [and miss none of it|*|in one afternoon]'
    ],
    tips: [
      'Check the seams before the [label|price|colour]',
      'Shop the men’s section for the [good knits|long shirts|real pockets]',
      'Steam it before you [decide|give up on it|cut anything]',
      'Go on [weekday|rainy] mornings',
      'If it fits the shoulders, [everything else can be altered|buy it|the rest is sewing]'
    ],
    lines: [
      'Before: [grandpa’s shirt|a curtain|a sad blazer]. After: my whole personality',
      'The total will [upset you|surprise my mother|make you check your own wardrobe]',
      'Which look for a rainy [Tuesday|Thursday|Sunday]? One, two or three',
      'I only went in to [look|dry off|drop something off]',
      'The fit cost less than the [coffee I am holding|bus ride|buttons]'
    ],
    twists: [
      'for two coins',
      'from the men’s section',
      'with the tags still on',
      'in a hurry',
      'for a rainy Tuesday',
      'one size too big',
      'from a flea market',
      'I almost left behind',
      'with new buttons',
      'that somebody’s grandmother loved'
    ],
    asks: ['Which one would you wear[| to a wedding| to work]?', 'Keep or return to the [rack|shop|pile]?'],
    handles: ['thrifts', 'wardrobe', 'stitches', 'closet', 'vintage'],
    genres: ['house', 'pop', 'funk']
  },
  {
    key: 'travel',
    tags: [
      'travel',
      'traveltips',
      'solotravel',
      'hiddenplaces',
      'backpacking',
      'bucketlist',
      'traveldiary',
      'citywalk'
    ],
    emoji: ['✈️', '🧳', '🗺️', '🌅', '🚂', '🏝️'],
    things: [
      'the view from the night train[| *]',
      'a town [with more cats than cars|*|and its one café]',
      'breakfast on a ferry[| *]',
      'that beach [you can only reach on foot|*|without a single umbrella]',
      'an old city [at six in the morning|*|after the rain]',
      'a lighthouse [at the end of the bus line|*|with a keeper who talks]',
      'the cheapest room [with the best window|*|above a bakery]',
      'a market [on a Thursday morning|*|where nobody takes cards]',
      'the border crossing [on foot|*|and one very bored dog]',
      'a bakery [beside the station|*|that sells out by eight]',
      'the island [without cars|*|of two hundred people]',
      'a bridge [in the fog|*|that leads to nothing]',
      'a rooftop [in an unnamed alley|*|full of laundry]'
    ],
    doings: [
      'missing the last bus [with a smile|*|on purpose]',
      'packing for three weeks [in one backpack|*|in ten minutes]',
      'getting lost [on purpose|*|with a paper map]',
      'saying “five more minutes” to every [sunset|viewpoint|bakery]',
      'booking a [train|bus|ferry] I cannot pronounce'
    ],
    wins: [
      'crossed a whole country [by train|*|with one ticket]',
      'travelled for a month [with hand luggage|*|and bought no souvenirs]',
      'ate alone in a restaurant [and loved it|*|three courses long]',
      'met the same stranger in [three cities|two countries]'
    ],
    tips: [
      'Take the slow train [at least once|through the mountains|and sit on the left]',
      'Book the first entry of the day and [have it to yourself|bring coffee|be there ten minutes early]',
      'Screenshot the address in the [local script|local language][| before you land]',
      'Walk ten minutes away from the sight before you [eat|sit down|buy water]',
      'Carry a pen, every border [wants a form|has one form and no pen]'
    ],
    lines: [
      'Nobody told me about this [place|town|beach] so I am telling you',
      'You have been here before, just not at this [hour|season|height]',
      '[Three|Four|Five] days, one backpack, zero plans',
      'Add it to the list and send it to [the one you would go with|your travel buddy|someone with holidays left]',
      'I came for a [weekend|night|coffee]. It has been a [month|week|summer]'
    ],
    twists: [
      'in the off season',
      'with one backpack',
      'by slow train',
      'with no signal',
      'on a Thursday',
      'before anyone was awake',
      'with my mum',
      'at the end of the bus line',
      'in the fog',
      'without a plan'
    ],
    asks: ['Where should I go [next|in autumn|by train]?', '[Window or aisle|Sea or mountains|Train or bus]?'],
    handles: ['wanders', 'travels', 'onthemap', 'roams', 'abroad'],
    genres: ['cinematic', 'ambient', 'latin']
  },
  {
    key: 'hiking',
    tags: ['hiking', 'mountains', 'trail', 'naturelovers', 'camping', 'sunrisehike', 'outdoors'],
    emoji: ['⛰️', '🥾', '🏕️', '🌲', '🧗🏻‍♀️'],
    things: [
      'the last hundred metres before the [ridge|summit|hut][| *]',
      'coffee [above the clouds|*|from a dented cup]',
      'a lake [you have to earn|*|too cold for words]',
      'the silence up there[| *]',
      'a tent [in the first snow|*|the size of a coat]',
      'a ridge [above the fog|*|no wider than a table]',
      'the steepest kilometre [of the week|*|on the map]',
      'a marmot [stealing my bread|*|with no fear at all]',
      'the hut [with the blue shutters|*|and its plum cake]',
      'a bridge [made of two planks|*|over a lot of nothing]',
      'the glacier [from the other side|*|, smaller than last year]',
      'a trail [with no signs|*|nobody has mowed]',
      'blueberries [beside the path|*|and blue fingers]'
    ],
    doings: [
      'starting at [three|four] in the morning for one sunrise',
      'eating sandwiches [on a windy summit|*|out of the lid of a box]',
      'saying “almost there” [for two hours|*|to nobody in particular]',
      'drying socks [on a rock|*|on my backpack]',
      'following a goat [that seemed to know the way|*|off the map]'
    ],
    wins: [
      'walked 300 kilometres [with a leaking boot|*|in eleven days]',
      'reached the hut [before the storm|*|with the last light]',
      'slept under the stars [without waking up once|*|at two degrees]',
      'took my [mum|dad|niece] up [her first summit|a first summit|above the tree line]'
    ],
    tips: [
      'Turn around early, the [mountain|summit] will [wait|be there tomorrow]',
      'Break in your boots before the trip, [not on it|on your way to work]',
      'Pack the rain jacket [on top|even in July|last]',
      'Two pairs of socks beat [one blister|any plaster]',
      'Tell somebody which trail [you are on|you take and when you are back]'
    ],
    lines: [
      'My legs said no, the [view|hut|cake at the top] said hello',
      'No filter, just [altitude|weather|early mornings]',
      '[Eleven|Nine|Seven] hours up, one minute of this',
      'The weather changed its mind [four|five|three] times',
      'Leave nothing but footprints, [please|and take the wrapper too]'
    ],
    twists: [
      'in the first snow',
      'with a leaking boot',
      'before sunrise',
      'above the clouds',
      'with my dad',
      'on tired legs',
      'after the storm',
      'with no other people',
      'in early autumn',
      'for the fifth time'
    ],
    asks: [
      '[Sunrise or sunset|Tent or hut|Fog or sun] on the summit?',
      'Which trail is still on your [list|map|wall]?'
    ],
    handles: ['hikes', 'trails', 'uphill', 'outdoors', 'peaks'],
    genres: ['cinematic', 'ambient', 'acoustic']
  }
]
