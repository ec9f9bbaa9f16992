/**
 * Values that work against the default data set: examples in the contracts, the docs and error messages. A test calls every
 * operation with them.
 */
export const examples = {
  username: 'maya.nguyen',
  region: 'JP',
  userId: '6684339158357797537',
  postId: '7587626773945352023',
  postUrl: 'https://www.clips.example/@maya.nguyen/video/7587626773945352023',
  soundId: '6968979574773396277',
  keyword: 'cooking',
  partialKeyword: 'cook',
  roomId: '7646151667888643771',
  effectId: '7516809634460540642',
  placeId: '6937615046578844410',
  collectionId: '7320299933823249483',
  challengeId: '58554758'
} as const
