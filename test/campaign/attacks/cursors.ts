import { createHmac } from 'node:crypto'
import type { Attack } from './attack.ts'
import type { Victim } from './victim.ts'

const feed = '/api/v1/users/maya.nguyen/posts?count=2'

const cursorOf = async (victim: Victim, target: string): Promise<string> =>
  JSON.parse((await victim.ask(target)).body).pagination.cursor

/** Tries a cursor wherever it does not belong. Attacks begin behind what made the cursors, which is no attack. */
const refusedAt = async (victim: Victim, cursors: readonly string[], targets: readonly string[] = [feed]) => {
  victim.exchanges.length = 0
  for (const cursor of cursors) {
    for (const target of targets) await victim.ask(`${target}&cursor=${encodeURIComponent(cursor)}`)
    if (!targets.includes(feed)) continue
    await victim.graph('query($after: String){user(by: {username: "maya.nguyen"}){posts(after: $after){nodes{id}}}}', {
      after: cursor
    })
  }
}

/** Cursors that this server did not make for what is asked. */
export const cursorAttacks: readonly Attack[] = [
  {
    name: 'forged: each bit of a genuine one turned',
    fate: 'refused',
    async run(victim) {
      const bytes = Buffer.from(await cursorOf(victim, feed), 'base64url')
      const forged = Array.from({ length: bytes.length * 8 }, (_, bit) => {
        const copy = Buffer.from(bytes)
        copy[bit >> 3] = (copy[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        return copy.toString('base64url')
      })
      await refusedAt(victim, forged)
    }
  },
  {
    name: 'truncated, lengthened and spelled otherwise',
    fate: 'refused',
    async run(victim) {
      const cursor = await cursorOf(victim, feed)
      const cut = Array.from({ length: cursor.length - 1 }, (_, length) => cursor.slice(0, length + 1))
      const bytes = Buffer.from(cursor, 'base64url')
      await refusedAt(victim, [
        ...cut.filter((text) => text !== '0'),
        ...[
          `${cursor}A`,
          `${cursor}=`,
          ` ${cursor}`,
          `${cursor}\n`,
          cursor + cursor,
          bytes.toString('hex'),
          `${bytes.toString('base64')}=`
        ]
      ])
    }
  },
  {
    name: 'of other operations, other arguments and the graph',
    fate: 'refused',
    async run(victim) {
      const others = [
        '/api/v1/search?keyword=cooking&count=2',
        '/api/v1/search/videos?keyword=cooking&count=2',
        '/api/v1/challenges/58554758/posts?count=2'
      ]
      const cursors = []
      for (const target of others) cursors.push(await cursorOf(victim, target))
      await refusedAt(victim, cursors)
    }
  },
  {
    name: 'signed with keys that are not ours',
    fate: 'refused',
    async run(victim) {
      const position = Buffer.from('1.1')
      const signed = ['', 'test-key', 'key', '0'.repeat(64)].map((secret) =>
        Buffer.concat([
          createHmac('sha256', secret)
            .update(JSON.stringify(['userPosts', 'maya.nguyen', '1.1']))
            .digest()
            .subarray(0, 12),
          position
        ])
      )
      await refusedAt(
        victim,
        [Buffer.concat([Buffer.alloc(12), position]), ...signed].map((bytes) => bytes.toString('base64url'))
      )
    }
  },
  {
    name: 'that are no cursors: SQL, JSON, paths, 8 KB',
    fate: 'refused',
    run: (victim) =>
      refusedAt(victim, [
        "1' OR '1'='1",
        '{"id":1}',
        '../../x',
        'A'.repeat(8_000),
        'AAAA',
        '-1',
        '1',
        '[]',
        '%00',
        '\u{1f35e}',
        '__proto__'
      ])
  }
]
