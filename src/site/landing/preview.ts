import { notFound } from '../../core/errors.ts'
import type { Scope } from '../../core/scope.ts'
import { challenges } from '../../services/challenges.ts'
import { collections } from '../../services/collections.ts'
import { effects } from '../../services/effects.ts'
import { live } from '../../services/live.ts'
import type { Deps } from '../../services/operation.ts'
import { places } from '../../services/places.ts'
import { posts } from '../../services/posts.ts'
import { sounds } from '../../services/sounds.ts'
import { users } from '../../services/users.ts'
import { counted } from '../../views/counts.ts'
import { hashtagNameIn, type Route } from '../../views/route.ts'
import { type Person, shortened, titleOfRoute, titles } from '../../views/titles.ts'

/** What an address shows where it is shared. */
export type Preview = {
  /** Where it is, in the spelling it has itself. */
  route: Route
  /** Without the name of the site; null for the start. */
  title: string | null
  description: string
  /** What the preview picture says: what it is of, its name, a line below, numbers in words. */
  kind: string
  name: string
  byline: string | null
  figures: readonly string[]
  /** Address of a picture of it, as the record has it. */
  pictureUrl: string | null
}

const aboutSite =
  'Creators, posts, sounds, hashtags, places, live rooms and scorecards: public short-video data as one typed graph and as REST.'

const headline = 'Short-video data as one graph'

/** What the address alone tells: for those who may not be told more, and where nothing came in time. */
export const previewOfAddress = (route: Route): Preview => {
  const title = titleOfRoute(route)
  return {
    route,
    title,
    description: aboutSite,
    kind: 'Explorer',
    name: title ?? headline,
    byline: title === null ? 'Creators, posts, sounds, hashtags, places, live rooms' : headline,
    figures: [],
    pictureUrl: null
  }
}

const person = (username: string, displayName: string | null): Person => ({ username, displayName })

/** Sentences of what is known, as one text. */
const sentences = (...parts: readonly (string | null | undefined)[]): string =>
  parts.flatMap((part) => (part?.trim() ? [shortened(part, 160)] : [])).join(' ')

export type Read = (deps: Deps, scope: Scope) => Promise<Preview>

/** Reads what there is to tell of a view. One read each: a page open to everybody must not cost more. Null where the address says it all. */
export const readOf = (route: Route): Read | null => {
  switch (route.view) {
    case 'creator':
    case 'report':
      return async (deps, scope) => {
        const user = await users.byUsername(deps, scope, { username: route.username })
        const creator = person(user.username, user.display_name)
        const figures = [
          counted(user.followers, 'follower', 'followers'),
          counted(user.total_likes, 'like', 'likes'),
          counted(user.total_videos, 'post', 'posts')
        ]
        return {
          route: { ...route, username: user.username },
          title: route.view === 'report' ? titles.report(creator) : titles.creator(creator, route.shows),
          description: sentences(user.bio, `${figures.join(', ')}.`),
          kind: user.is_private ? 'Creator, private' : 'Creator',
          name: user.display_name,
          byline: `@${user.username}`,
          figures,
          pictureUrl: user.avatar_url
        }
      }
    case 'post':
      return async (deps, scope) => {
        const post = await posts.byIdOrUrl(deps, scope, { videoId: route.id })
        const { caption, author_username: username } = post
        const author = username === null ? null : person(username, post.author_display_name)
        const figures = [
          counted(post.plays, 'play', 'plays'),
          counted(post.likes, 'like', 'likes'),
          counted(post.comments, 'comment', 'comments')
        ]
        return {
          route,
          title: titles.post({ caption, author }),
          description: sentences(caption, `${figures.join(', ')}.`),
          kind: 'Post',
          name: caption?.trim() || 'Post without caption',
          byline: author === null ? null : `@${author.username}`,
          figures,
          pictureUrl: post.cover_url
        }
      }
    case 'sound':
      return async (deps, scope) => {
        const sound = await sounds.byId(deps, scope, { soundId: route.id })
        const figures = [counted(sound.posts_count, 'post', 'posts')]
        return {
          route,
          title: titles.sound(sound),
          description: `${sound.is_original ? 'Original sound' : 'Licensed track'}, used in ${figures.join('')}.`,
          kind: 'Sound',
          name: sound.title,
          byline: sound.author,
          figures,
          pictureUrl: sound.cover_url
        }
      }
    case 'hashtag':
      return async (deps, scope) => {
        const asked = hashtagNameIn(route.id)
        const by = asked === null ? { hashtagId: route.id } : { name: asked }
        const { id, name } = await challenges.hashtag(deps, scope, by)
        // What the platform has given no number has no page.
        if (id === null) throw notFound(`Hashtag ${asked}`)
        const title = titles.hashtag({ name })
        return {
          route: { ...route, id },
          title,
          description: `Posts with ${name === null ? 'the hashtag' : `#${name}`}, newest first, and where they lead.`,
          kind: 'Hashtag',
          name: title,
          byline: null,
          figures: [],
          pictureUrl: null
        }
      }
    case 'place':
      return async (deps, scope) => {
        const place = await places.byId(deps, scope, { placeId: route.id })
        const figures = [counted(place.posts_count, 'post', 'posts')]
        return {
          route,
          title: titles.place(place),
          description: sentences(place.address, `${figures.join('')} tagged with the place.`),
          kind: 'Place',
          name: place.name,
          byline: place.address,
          figures,
          pictureUrl: null
        }
      }
    case 'collection':
      return async (deps, scope) => {
        const collection = await collections.byId(deps, scope, { collectionId: route.id })
        const figures = [counted(collection.posts_count, 'post', 'posts')]
        return {
          route,
          title: titles.collection(collection),
          description: `A collection of ${figures.join('')}.`,
          kind: 'Collection',
          name: collection.name,
          byline: null,
          figures,
          pictureUrl: collection.cover_url
        }
      }
    case 'effect':
      return async (deps, scope) => {
        const effect = await effects.byId(deps, scope, { effectId: route.id })
        const figures = [counted(effect.user_count, 'use', 'uses')]
        return {
          route,
          title: titles.effect(effect),
          description: `A camera effect with ${figures.join('')}.`,
          kind: 'Effect',
          name: effect.name,
          byline: null,
          figures,
          pictureUrl: effect.icon_url
        }
      }
    case 'live':
      return async (deps, scope) => {
        const room = await live.byRoomId(deps, scope, { roomId: route.id })
        const streamer = person(room.streamer.username, room.streamer.display_name)
        return {
          route,
          title: titles.live({ title: room.title, streamer }),
          description: `A live room of @${streamer.username}.`,
          kind: room.is_live ? 'Live now' : 'Live room',
          name: room.title || 'Live room',
          byline: `@${streamer.username}`,
          figures: room.is_live ? [counted(room.viewer_count, 'viewer', 'viewers')] : [],
          pictureUrl: room.streamer.avatar_url
        }
      }
    default:
      return null
  }
}
