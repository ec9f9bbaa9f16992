import { notFound } from '../../../core/errors.ts'
import type { Scope } from '../../../core/scope.ts'
import { type FactsKey, keyOfSound } from '../../../records/facts-key.ts'
import { challenges } from '../../../services/challenges.ts'
import { collections } from '../../../services/collections.ts'
import { effects } from '../../../services/effects.ts'
import { known } from '../../../services/known.ts'
import { live } from '../../../services/live.ts'
import type { Deps } from '../../../services/operation.ts'
import { places } from '../../../services/places.ts'
import { posts } from '../../../services/posts.ts'
import { sounds } from '../../../services/sounds.ts'
import { users } from '../../../services/users.ts'
import { factsIn, readGlobalId } from '../../graphql/schema/global-ids.ts'
import { counted } from '../../views/counts.ts'
import { hashtagNameIn, hashtagRoute, isNumber, type Route } from '../../views/route.ts'
import { type Person, shortened, soundKind, titleOfRoute, titles } from '../../views/titles.ts'

/** Content of the preview of a shared link. */
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

/** A count with its noun; null if it is unknown. */
const counts = (count: number | null, thing: string): string | null =>
  count === null ? null : counted(count, thing, `${thing}s`)

/** Known counts as a sentence. */
const listed = (figures: readonly (string | null)[]): string | null => {
  const known = figures.filter((figure) => figure !== null)
  return known.length === 0 ? null : `${known.join(', ')}.`
}

export type PreviewReader = (deps: Deps, scope: Scope) => Promise<Preview>

/** The key of the sound in an address: its id, or the facts in its global id. */
const soundKeyOf = (id: string): string | FactsKey => {
  if (isNumber(id)) return id
  const facts = factsIn(readGlobalId(id).key)
  if (!Array.isArray(facts)) throw notFound('The sound')
  const [title, author, isOriginal] = facts
  return keyOfSound([title, author, isOriginal])
}

/** Reads the preview of a view from one record and its unknown fields, because the page is public; null if the address suffices. */
export const readOf = (route: Route): PreviewReader | null => {
  switch (route.view) {
    case 'creator':
      return async (deps, scope) => {
        const user = known(await users.byUsername(deps, scope, { username: route.username }))
        const creator = person(user.username, user.display_name)
        const figures = [
          counts(user.followers, 'follower'),
          counts(user.total_likes, 'like'),
          counts(user.total_videos, 'post')
        ]
        return {
          route: { ...route, username: user.username },
          title: titles.creator(creator, route.shows),
          description: sentences(user.bio, listed(figures)),
          pictureUrl: user.avatar_url
        }
      }
    case 'post':
      return async (deps, scope) => {
        const post = known(await posts.byIdOrUrl(deps, scope, { videoId: route.id }))
        const { caption, author_username: username } = post
        const author = username === null ? null : person(username, post.author_display_name)
        const figures = [counts(post.plays, 'play'), counts(post.likes, 'like'), counts(post.comments, 'comment')]
        return {
          route,
          title: titles.post({ caption, author }),
          description: sentences(caption, listed(figures)),
          pictureUrl: post.cover_url
        }
      }
    case 'sound':
      return async (deps, scope) => {
        const sound = known(await sounds.byId(deps, scope, { soundId: soundKeyOf(route.id) }))
        return {
          route: { ...route, id: sound.sound_id || route.id },
          title: titles.sound(sound),
          description:
            sound.posts_count === null
              ? `${soundKind(sound.is_original)}.`
              : `${soundKind(sound.is_original)}, used in ${counted(sound.posts_count, 'post', 'posts')}.`,
          pictureUrl: sound.cover_url
        }
      }
    case 'hashtag':
      return async (deps, scope) => {
        const asked = hashtagNameIn(route.id)
        const by = asked === null ? { hashtagId: route.id } : { name: asked }
        const { id, name } = await challenges.hashtag(deps, scope, by)
        return {
          route: hashtagRoute({ hashtagId: id, name }) ?? route,
          title: titles.hashtag({ name }),
          description: `Posts with ${name === null ? 'the hashtag' : `#${name}`}, newest first, and where they lead.`,
          pictureUrl: null
        }
      }
    case 'place':
      return async (deps, scope) => {
        const place = known(await places.byId(deps, scope, { placeId: route.id }))
        return {
          route,
          title: titles.place(place),
          description: sentences(
            place.address,
            place.posts_count === null ? null : `${counted(place.posts_count, 'post', 'posts')} tagged with the place.`
          ),
          pictureUrl: null
        }
      }
    case 'collection':
      return async (deps, scope) => {
        const collection = known(await collections.byId(deps, scope, { collectionId: route.id }))
        return {
          route,
          title: titles.collection(collection),
          description:
            collection.posts_count === null
              ? 'A collection of posts.'
              : `A collection of ${counted(collection.posts_count, 'post', 'posts')}.`,
          pictureUrl: collection.cover_url
        }
      }
    case 'effect':
      return async (deps, scope) => {
        const effect = known(await effects.byId(deps, scope, { effectId: route.id }))
        return {
          route,
          title: titles.effect(effect),
          description:
            effect.user_count === null
              ? 'A camera effect.'
              : `A camera effect with ${counted(effect.user_count, 'use', 'uses')}.`,
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
