import type { Topic, TopicKey } from './topic.ts'
import { craftAndMindTopics } from './topics-craft-and-mind.ts'
import { foodAndHomeTopics } from './topics-food-and-home.ts'
import { sportAndStageTopics } from './topics-sport-and-stage.ts'

export const topics: readonly Topic[] = [...foodAndHomeTopics, ...sportAndStageTopics, ...craftAndMindTopics]

const byKey = new Map(topics.map((topic) => [topic.key, topic]))

export const topicByKey = (key: TopicKey): Topic => {
  const topic = byKey.get(key)
  if (topic === undefined) throw new Error(`There are no words for the topic ${key}.`)
  return topic
}
