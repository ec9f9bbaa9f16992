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

/** What a shared link shows. */
export type Preview = {
  /** The canonical address. */
  route: Route
  /** Without the site's name; null for the start page. */
  title: string | null
  description: string
  /** The record's picture. */
  pictureUrl: string | null
}

const aboutSite =
  'Creators, posts, sounds, hashtags, places, live rooms and scorecards: public short-video data as one typed graph and as REST.'

/** A preview from the address alone, for visitors without access and when reads take too long. */
export const previewOfAddress = (route: Route): Preview => ({
  route,
  title: titleOfRoute(route),
  description: aboutSite,
  pictureUrl: null
})

const person = (username: string, displayName: string | null): Person => ({ username, displayName })

/** Joins known sentences. */
const sentences = (...parts: readonly (string | null | undefined)[]): string =>
  parts.flatMap((part) => (part?.trim() ? [shortened(part, 160)] : [])).join(' ')

export type PreviewReader = (deps: Deps, scope: Scope) => Promise<Preview>

/** Reads the preview of a view with at most one read, because the page is public; null when the address is enough. */
export const readOf = (route: Route): PreviewReader | null => {
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
          pictureUrl: post.cover_url
        }
      }
    case 'sound':
      return async (deps, scope) => {
        const sound = await sounds.byId(deps, scope, { soundId: route.id })
        return {
          route,
          title: titles.sound(sound),
          description: `${sound.is_original ? 'Original sound' : 'Licensed track'}, used in ${counted(sound.posts_count, 'post', 'posts')}.`,
          pictureUrl: sound.cover_url
        }
      }
    case 'hashtag':
      return async (deps, scope) => {
        const asked = hashtagNameIn(route.id)
        const by = asked === null ? { hashtagId: route.id } : { name: asked }
        const { id, name } = await challenges.hashtag(deps, scope, by)
        // Hashtags without an id have no page.
        if (id === null) throw notFound(`Hashtag ${asked}`)
        return {
          route: { ...route, id },
          title: titles.hashtag({ name }),
          description: `Posts with ${name === null ? 'the hashtag' : `#${name}`}, newest first, and where they lead.`,
          pictureUrl: null
        }
      }
    case 'place':
      return async (deps, scope) => {
        const place = await places.byId(deps, scope, { placeId: route.id })
        return {
          route,
          title: titles.place(place),
          description: sentences(
            place.address,
            `${counted(place.posts_count, 'post', 'posts')} tagged with the place.`
          ),
          pictureUrl: null
        }
      }
    case 'collection':
      return async (deps, scope) => {
        const collection = await collections.byId(deps, scope, { collectionId: route.id })
        return {
          route,
          title: titles.collection(collection),
          description: `A collection of ${counted(collection.posts_count, 'post', 'posts')}.`,
          pictureUrl: collection.cover_url
        }
      }
    case 'effect':
      return async (deps, scope) => {
        const effect = await effects.byId(deps, scope, { effectId: route.id })
        return {
          route,
          title: titles.effect(effect),
          description: `A camera effect with ${counted(effect.user_count, 'use', 'uses')}.`,
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
          pictureUrl: room.streamer.avatar_url
        }
      }
    default:
      return null
  }
}
