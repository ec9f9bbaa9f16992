/** Values that exist in the default data set: examples in contracts, docs and error messages. A test calls every operation with them. */
export const examples = {
  username: 'maya.nguyen',
  region: 'JP',
  userId: '7207331102584105633',
  postId: '7633399491942701016',
  postUrl: 'https://www.clips.example/@maya.nguyen/video/7633399491942701016',
  soundId: '7039114672730157877',
  keyword: 'cooking',
  partialKeyword: 'cook',
  roomId: '7646151667888643771',
  effectId: '7494266738398273250',
  placeId: '6802168957932188410',
  collectionId: '7371701312147795019',
  challengeId: '71583468'
} as const
