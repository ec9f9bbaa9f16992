import { expect, test } from 'vitest'
import { startServer } from './server.ts'
test('x', async () => {
  const server = await startServer({ config: { federation: true } })
  const { data } = await server.query<{ _service: { sdl: string } }>('{ _service { sdl } }')
  ;(await import('node:fs')).writeFileSync('/tmp/fedx/sub.graphql', data?._service.sdl ?? '')
  const q = 'query($r: [_Any!]!) { _entities(representations: $r) { __typename ... on User { username displayName } ... on Post { postId } ... on Hashtag { id name } } }'
  const show = async (...a: [string, Record<string, unknown>?]) => { const t = await server.query(...a); console.log(t.status, JSON.stringify(t).slice(0, 900)) }
  await show(q, { r: [{ __typename: 'User', username: 'nasa' }, { __typename: 'User', username: 'nobody.here' }, { __typename: 'X' }, {}, { __typename: 'User', postId: '1' }, JSON.parse('{"__typename":"User","__proto__":{"username":"nasa"}}')] })
  await show(q, { r: Array(1000).fill({ __typename: 'User', username: 'nasa' }) })
  await show(q, { r: Array(800).fill({ __typename: 'User', username: 'nasa' }) })
  await show(q, { r: Array(10000).fill({ __typename: 'User', username: 'nasa' }) })
  await show('query($u: String) { _entities(representations: [{__typename: "User", username: $u}, {__typename: "Post", postId: 7620000000000000215}]) { __typename ... on User { username } } }', { u: 'nasa' })
  await show(q, { r: ['x', null] })
  await show('{ __schema { queryType { fields { name } } } __type(name: "_Entity") { possibleTypes { name } } }')
  await server.close()
})
