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
      'this one-pan lemon chicken',
      'a proper Sunday ragù',
      'crispy chili oil eggs',
      'the garlic noodles everyone keeps asking about',
      'my grandmother’s tomato soup',
      'a 15-minute coconut curry',
      'a pot of beans that took all day',
      'roasted carrots with too much butter',
      'fried rice from last night',
      'a lasagna big enough for the whole floor',
      'pickled onions on everything',
      'a chickpea stew for rainy days',
      'the crispiest potatoes I know',
      'a mushroom risotto without shortcuts'
    ],
    doings: [
      'making pasta from scratch on a weeknight',
      'tasting the sauce “one last time”',
      'chopping onions and pretending I am not crying',
      'cooking for twelve in a kitchen built for one',
      'turning leftovers into something I would pay for'
    ],
    wins: [
      'finally nailed the perfect soft-boiled egg',
      'made dinner for six on a tiny budget',
      'got my dad to eat (and like) tofu',
      'flipped an omelette without breaking it'
    ],
    tips: [
      'Salt the pasta water before the pasta goes in',
      'Let the pan get hot before you add the oil',
      'Keep a cup of pasta water, it saves every sauce',
      'Dry the chicken well and the skin will take care of itself',
      'Add the garlic last so it never burns',
      'Taste before you season, then taste again'
    ],
    lines: [
      'Dinner in 20 minutes, dishes for two hours',
      'Recipe is in the comments because I know you will ask',
      'I said “just a snack” and now there are three pans on the stove',
      'The sound of that crust. Turn the volume up',
      'Measured with my heart, as always',
      'Save this for the next time you have nothing but rice and eggs'
    ],
    asks: ['What should I cook next?', 'Cilantro: yes or never?', 'What is your go-to lazy dinner?'],
    handles: ['cooks', 'kitchen', 'eats', 'pantry', 'simmers'],
    genres: ['funk', 'lofi', 'latin']
  },
  {
    key: 'baking',
    tags: ['baking', 'bakingtherapy', 'sourdough', 'homebaker', 'cakedecorating', 'cookies', 'breadtok', 'cakes'],
    emoji: ['🧁', '🍞', '🥐', '🎂', '🍪', '👩🏼‍🍳'],
    things: [
      'a sourdough ear like that',
      'brown butter cookies at midnight',
      'this three-layer lemon cake',
      'the smell of cinnamon rolls in the morning',
      'a focaccia that looks like a garden',
      'a banana bread that finally rose',
      'cardamom buns',
      'a cheesecake without a crack',
      'the first loaf from my new oven',
      'an apple tart with a lattice',
      'pistachio macarons with actual feet',
      'soft pretzels',
      'a birthday cake shaped like a bus'
    ],
    doings: [
      'feeding my sourdough starter like a pet',
      'piping flowers until my hand gives up',
      'waiting for dough to rise',
      'laminating croissants in a heatwave',
      'licking the spoon when nobody is looking'
    ],
    wins: [
      'made croissants with actual layers',
      'baked my sister’s wedding cake',
      'got an open crumb after eleven bricks',
      'swapped the sugar and nobody noticed'
    ],
    tips: [
      'Weigh your flour, cups are lying to you',
      'Chill the cookie dough overnight and thank yourself tomorrow',
      'Room-temperature butter means soft, not melted',
      'Do not open the oven, just don’t',
      'Dip the knife in hot water for clean slices'
    ],
    lines: [
      'It is not burnt, it is caramelised',
      'Therapy is expensive, flour is not',
      'The crumb shot you came for',
      'Watch until the end, the cut is so satisfying',
      'Four hours of work, gone in six minutes. Worth it'
    ],
    asks: ['Crust or crumb?', 'Which flavour should I try next?'],
    handles: ['bakes', 'crumbs', 'dough', 'oven', 'flour'],
    genres: ['acoustic', 'lofi', 'pop']
  },
  {
    key: 'streetfood',
    tags: ['streetfood', 'foodie', 'nightmarket', 'foodtour', 'foodtruck', 'hiddengems', 'eatlocal', 'noodles'],
    emoji: ['🌮', '🍜', '🥟', '🍢', '🌯', '🔥'],
    things: [
      'a noodle stall with four seats and one dish',
      'the dumpling queue at six in the morning',
      'tacos on a plastic stool',
      'that charcoal smoke from two streets away',
      'a bowl of soup for less than a bus ticket',
      'grilled corn with lime',
      'a paper cone of fried squid',
      'the last portion of the pork buns',
      'a pancake folded in newspaper',
      'mango with chili salt',
      'the falafel window by the station',
      'roasted chestnuts in winter',
      'a sandwich bigger than my face'
    ],
    doings: [
      'eating my way through the night market',
      'pointing at the menu and hoping for the best',
      'standing in line because everyone else is',
      'trying the spiciest thing on the cart',
      'going back for a third skewer'
    ],
    wins: [
      'found the best dumplings in the city',
      'tried every stall on this street',
      'ordered in the local language without panicking',
      'survived level five spicy'
    ],
    tips: [
      'Follow the longest queue of locals',
      'Go hungry and share everything',
      'Bring small change, nobody breaks a big note',
      'Eat where you can see the fire',
      'Ask for the sauce on the side the first time'
    ],
    lines: [
      'He has made one dish for forty years and it shows',
      'Come for the view, stay for the fried dough',
      'No sign, no menu, no notes. Ten out of ten',
      'She saw me coming back and laughed',
      'If the stool is plastic the food is fantastic'
    ],
    asks: ['Which city should I eat in next?', 'Would you try this?'],
    handles: ['bites', 'stalls', 'snacks', 'hungry', 'noodles'],
    genres: ['latin', 'funk', 'hiphop']
  },
  {
    key: 'gardening',
    tags: ['gardening', 'growyourown', 'plantsoftheday', 'balconygarden', 'tomatoes', 'plantparent', 'composting'],
    emoji: ['🌱', '🍅', '🪴', '🌻', '👩🏾‍🌾', '🐝'],
    things: [
      'the first tomato of the year',
      'a balcony full of herbs',
      'a compost heap that finally smells right',
      'the bees on the lavender',
      'a cucumber I forgot about for a week',
      'strawberries the birds left me',
      'a raised bed made of pallets',
      'sunflowers taller than my dad',
      'the ugliest carrot of the season',
      'an avocado from a stone',
      'peas that found the string by themselves',
      'a jar of home-grown chilies',
      'the wisteria after six years'
    ],
    doings: [
      'talking to my seedlings',
      'fighting slugs at dawn',
      'repotting everything I own',
      'checking the tomatoes five times a day',
      'planting bulbs I will forget about until spring'
    ],
    wins: [
      'grew a watermelon on a balcony',
      'saved a plant everybody had given up on',
      'harvested more zucchini than I have friends',
      'kept basil alive for a whole winter'
    ],
    tips: [
      'Water in the morning, not at noon',
      'Pinch off the side shoots and the tomatoes will thank you',
      'Put the pot in the pot before you put the plant in the pot',
      'Plant marigolds next to the beans',
      'Mulch now and weed less all summer'
    ],
    lines: [
      'One seed packet, three months, a lot of patience',
      'I do not have a plant problem, I have a window problem',
      'Before and after of the ugliest corner of the yard',
      'From seed to salad in sixty seconds',
      'Nature did the work, I just held the camera'
    ],
    asks: ['What are you growing this year?', 'Does anyone know what is eating my kale?'],
    handles: ['grows', 'garden', 'plants', 'sprouts', 'greenhouse'],
    genres: ['acoustic', 'ambient', 'lofi']
  },
  {
    key: 'woodworking',
    tags: ['woodworking', 'diy', 'maker', 'handmade', 'joinery', 'workshop', 'DIYProjects', 'restoration'],
    emoji: ['🪵', '🔨', '🪚', '🧰', '👷🏽‍♀️', '📐'],
    things: [
      'a dovetail that closes without a mallet',
      'the first coat of oil on walnut',
      'this table made from an old door',
      'a perfectly square corner',
      'the sound of a sharp plane',
      'a cutting board from three offcuts',
      'the wobbliest stool I ever made',
      'a drawer that glides',
      'a spoon carved from cherry',
      'a birdhouse with a green roof',
      'my late uncle’s workbench',
      'a shelf that is actually level',
      'a box without a single nail'
    ],
    doings: [
      'sanding the same board for three hours',
      'building a bench nobody asked for',
      'measuring twice and still cutting wrong',
      'sweeping up more sawdust than I have wood left',
      'restoring a chair from the side of the road'
    ],
    wins: [
      'cut my first hand dovetails',
      'turned a fallen tree into a dining table',
      'built a bed frame without a single screw',
      'fixed my grandfather’s toolbox'
    ],
    tips: [
      'Sharpen before you think you need to',
      'Clamp a scrap behind the cut and it will not tear out',
      'Mark the waste side of the line',
      'Let the glue squeeze out, then scrape it when it is rubbery',
      'Finish the underside too, wood moves'
    ],
    lines: [
      'Found on the curb, finished by Sunday',
      'It is not a mistake, it is a design feature',
      'Forty hours in forty seconds',
      'The last pass of the plane is the whole reason I do this',
      'My neighbours think I only own a sander'
    ],
    asks: ['Oil or varnish?', 'What should I build from the offcuts?'],
    handles: ['builds', 'workshop', 'sawdust', 'makes', 'timber'],
    genres: ['rock', 'acoustic', 'lofi']
  },
  {
    key: 'dogs',
    tags: ['dogs', 'dogsoftheinternet', 'puppy', 'rescuedog', 'goldenpuppy', 'dogtraining', 'zoomies'],
    emoji: ['🐶', '🐾', '🦴', '🐕‍🦺', '🐕'],
    things: [
      'the way he waits at the door',
      'those ears in the wind',
      'a rescue dog on a sofa for the first time',
      'the head tilt at the word “walk”',
      'three-in-the-morning zoomies',
      'a greyhound in a raincoat',
      'the guiltiest face on the sofa',
      'her favourite stick of all time',
      'a puppy meeting snow',
      'an old dog and his blanket',
      'the bath-day escape plan',
      'the neighbour’s very polite poodle',
      'a tail that knocks over cups'
    ],
    doings: [
      'being judged by a small dog',
      'carrying a perfectly healthy dog home',
      'hiding the cheese drawer from someone with paws',
      'apologising to a puppy I stepped over',
      'spelling out w-a-l-k'
    ],
    wins: [
      'taught her to close the fridge',
      'got all four paws wiped in one go',
      'brought our foster home for good',
      'finally managed a walk without pulling'
    ],
    tips: [
      'Reward the calm, not the jump',
      'Let them sniff, it is their newspaper',
      'Keep sessions short and end on a win',
      'Say the name once and wait',
      'Trade, never grab'
    ],
    lines: [
      'He has one brain cell and it is chasing a leaf',
      'She heard the cheese drawer from the garden',
      'Day 1 versus day 100 in his new home. I am not crying, you are',
      'The manager would like to speak with you about dinner',
      'Sound on for the sigh at the end'
    ],
    asks: ['Does your dog do this too?', 'What should we teach him next?'],
    handles: ['barks', 'paws', 'goodboy', 'andpup', 'zoomies'],
    genres: ['funk', 'pop', 'acoustic']
  },
  {
    key: 'cats',
    tags: ['cats', 'catlover', 'kitten', 'catmom', 'orangecat', 'adoptdontshop', 'catlife'],
    emoji: ['🐱', '🐈‍⬛', '😹', '🐾', '🧶'],
    things: [
      'a cat who has read the room and left it',
      'the loudest purr on this street',
      'a box that came with a free toy inside',
      'that slow blink',
      'the 4 a.m. concert in the hallway',
      'a kitten asleep in a shoe',
      'the staring contest with the printer',
      'a cat on a warm laptop',
      'the window seat she fought for',
      'the midnight yowl',
      'two tails under one curtain',
      'his war on the houseplants',
      'the paw under the bathroom door'
    ],
    doings: [
      'working from home under supervision',
      'not moving because the cat is asleep on me',
      'buying a bed she will never use',
      'negotiating for half of my own pillow',
      'opening the door for the ninth time'
    ],
    wins: [
      'trimmed all eighteen claws',
      'earned the slow blink from a feral',
      'got the cat into the carrier on the first try',
      'convinced two cats to share one sofa'
    ],
    tips: [
      'Blink slowly and let them come to you',
      'One litter box per cat plus one',
      'Play before dinner and they will sleep through the night',
      'Put the water far from the food',
      'Leave the carrier out so it stops being scary'
    ],
    lines: [
      'He pays no rent and has complaints',
      'I was told there would be chicken',
      'She was a stray on Monday. This is Friday',
      'The orange ones share one brain cell and it is not his turn',
      'Caught in 4K and still denying it'
    ],
    asks: ['What is your cat’s full government name?', 'Is this normal?'],
    handles: ['meows', 'whiskers', 'andcat', 'purrs', 'thecat'],
    genres: ['funk', 'lofi', 'ambient']
  },
  {
    key: 'thrift',
    tags: ['thrifted', 'thrifthaul', 'ootd', 'vintagestyle', 'upcycledfashion', 'sewing', 'slowfashion', 'outfitideas'],
    emoji: ['👗', '🧥', '🧵', '💃🏿', '👜'],
    things: [
      'a wool coat for the price of lunch',
      'the jacket I almost left on the rack',
      'this skirt that used to be a curtain',
      'a whole outfit for under ten',
      'the lining of this vintage blazer',
      'a silk scarf for two coins',
      'the boots that came resoled',
      'a suit from the seventies',
      'the denim jacket with someone’s initials',
      'a knitted vest nobody wanted',
      'a bag older than me',
      'the linen trousers I hemmed myself',
      'a wedding dress that became a blouse'
    ],
    doings: [
      'digging through the one-coin bin',
      'turning a bedsheet into a dress',
      'styling one shirt seven ways',
      'trying on hats in public with full confidence',
      'hemming trousers at the last minute'
    ],
    wins: [
      'found the exact coat from my mood board',
      'sewed a zip without swearing',
      'wore only second-hand for a year',
      'sold half my wardrobe and miss none of it'
    ],
    tips: [
      'Check the seams before the label',
      'Shop the men’s section for the good knits',
      'Steam it before you decide',
      'Go on weekday mornings',
      'If it fits the shoulders, everything else can be altered'
    ],
    lines: [
      'Before: grandpa’s shirt. After: my whole personality',
      'The total will upset you',
      'Which look for a rainy Tuesday? One, two or three',
      'I only went in to look',
      'The fit cost less than the coffee I am holding'
    ],
    asks: ['Which one would you wear?', 'Keep or return to the rack?'],
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
      'the view from the night train',
      'a town with more cats than cars',
      'breakfast on a ferry',
      'that beach you can only reach on foot',
      'an old city at six in the morning',
      'a lighthouse at the end of the bus line',
      'the cheapest room with the best window',
      'a market on a Thursday morning',
      'the border crossing on foot',
      'a bakery beside the station',
      'the island without cars',
      'a bridge in the fog',
      'a rooftop in an unnamed alley'
    ],
    doings: [
      'missing the last bus with a smile',
      'packing for three weeks in one backpack',
      'getting lost on purpose',
      'saying “five more minutes” to every sunset',
      'booking a train I cannot pronounce'
    ],
    wins: [
      'crossed a whole country by train',
      'travelled for a month with hand luggage',
      'ate alone in a restaurant and loved it',
      'met the same stranger in three cities'
    ],
    tips: [
      'Take the slow train at least once',
      'Book the first entry of the day and have it to yourself',
      'Screenshot the address in the local script',
      'Walk ten minutes away from the sight before you eat',
      'Carry a pen, every border wants a form'
    ],
    lines: [
      'Nobody told me about this place so I am telling you',
      'You have been here before, just not at this hour',
      'Three days, one backpack, zero plans',
      'Add it to the list and send it to the one you would go with',
      'I came for a weekend. It has been a month'
    ],
    asks: ['Where should I go next?', 'Window or aisle?'],
    handles: ['wanders', 'travels', 'onthemap', 'roams', 'abroad'],
    genres: ['cinematic', 'ambient', 'latin']
  },
  {
    key: 'hiking',
    tags: ['hiking', 'mountains', 'trail', 'naturelovers', 'camping', 'sunrisehike', 'outdoors'],
    emoji: ['⛰️', '🥾', '🏕️', '🌲', '🧗🏻‍♀️'],
    things: [
      'the last hundred metres before the ridge',
      'coffee above the clouds',
      'a lake you have to earn',
      'the silence up there',
      'a tent in the first snow',
      'a ridge above the fog',
      'the steepest kilometre of the week',
      'a marmot stealing my bread',
      'the hut with the blue shutters',
      'a bridge made of two planks',
      'the glacier from the other side',
      'a trail with no signs',
      'blueberries beside the path'
    ],
    doings: [
      'starting at three in the morning for one sunrise',
      'eating sandwiches on a windy summit',
      'saying “almost there” for two hours',
      'drying socks on a rock',
      'following a goat that seemed to know the way'
    ],
    wins: [
      'walked 300 kilometres with a leaking boot',
      'reached the hut before the storm',
      'slept under the stars without waking up once',
      'took my mum up her first summit'
    ],
    tips: [
      'Turn around early, the mountain will wait',
      'Break in your boots before the trip, not on it',
      'Pack the rain jacket on top',
      'Two pairs of socks beat one blister',
      'Tell somebody which trail you are on'
    ],
    lines: [
      'My legs said no, the view said hello',
      'No filter, just altitude',
      'Eleven hours up, one minute of this',
      'The weather changed its mind four times',
      'Leave nothing but footprints, please'
    ],
    asks: ['Sunrise or sunset on the summit?', 'Which trail is still on your list?'],
    handles: ['hikes', 'trails', 'uphill', 'outdoors', 'peaks'],
    genres: ['cinematic', 'ambient', 'acoustic']
  }
]
