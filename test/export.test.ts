import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { forms } from '../src/commands/export/targets.ts'
import { cases } from './cases.ts'
import { type CommandOptions, command, commandAlone } from './command.ts'
import { row, rows } from './dataset.ts'
import { startServer, type TestServer, testKey } from './server.ts'

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startServer()
  folder = mkdtempSync(join(tmpdir(), 'clipgraph-export-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const data = () => ({ DATA_URL: `sqlite:${inject('defaultDataset')}` })
/** An export from the default data set, as a server at this address shows it. */
const exported = (what: string, ...options: string[]) =>
  command(['export', what, ...options], { env: { ...data(), PUBLIC_URL: server.url } })
const fromServer = (what: string, ...options: string[]) =>
  command(['export', what, '--from', server.url, ...options], { env: { UPSTREAM_KEY: testKey } })

const nextOf = (headers: Headers): string | null => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null

/** Everything that REST has behind an address, page by page, as lines of JSON. */
const walked = async (path: string, most = Number.POSITIVE_INFINITY): Promise<string> => {
  const elements: unknown[] = []
  let next: string | null = path
  while (next !== null && elements.length < most) {
    const { status, headers, body } = await server.get<unknown[] | { playlists?: unknown[] }>(next)
    expect(status).toBe(200)
    elements.push(...(Array.isArray(body.data) ? body.data : (body.data.playlists ?? [body.data])))
    next = nextOf(headers)
  }
  const wanted = elements.slice(0, most)
  return wanted.map((element) => `${JSON.stringify(element)}\n`).join('')
}

const done = (stdout: string) => ({ code: 0, stdout, stderr: '' })

/** What to write, and where the server has the same. */
const lists = (): readonly (readonly [string, string])[] => {
  const [user, keyword] = [cases.busyUser(), encodeURIComponent(cases.keyword())]
  return [
    [`user:${user}`, `/users/${user}`],
    [`user:@${user.toUpperCase()}/posts`, `/users/${user}/posts`],
    [`user:${cases.reposter()}/reposts`, `/users/${cases.reposter()}/reposts`],
    [`user:${cases.followedUser()}/followers`, `/users/${cases.followedUser()}/followers?count=100`],
    [`user:${user}/collections`, `/users/${user}/playlist`],
    [`user-id:${cases.userId()}`, `/users/by-id/${cases.userId()}`],
    [`post:${cases.post()}`, `/posts?videoId=${cases.post()}`],
    [`post:https://clips.example/@x/video/${cases.post()}?a=b`, `/posts?videoId=${cases.post()}`],
    [`sound:${cases.sound()}/posts`, `/sounds/${cases.sound()}/posts?count=50`],
    ['sounds', '/sounds/library'],
    ['sounds:new', '/sounds/library?sort=new'],
    [`hashtag:${cases.hashtag()}/posts`, `/challenges/${cases.hashtag()}/posts?count=50`],
    [`hashtag:#${cases.hashtagName()}/posts`, `/challenges/${cases.hashtag()}/posts?count=50`],
    [`place:${cases.place()}/posts`, `/places/${cases.place()}/posts?count=50`],
    [`collection:${cases.collection()}/posts`, `/collections/${cases.collection()}/posts`],
    [`search:${cases.keyword()}/users`, `/search/users?keyword=${keyword}`],
    ['search:a/live', '/search/live?keyword=a'],
    ['search:cook/suggestions', '/search/suggest?keyword=cook'],
    [`effect:${cases.effect()}`, `/effects/${cases.effect()}`]
  ]
}

describe('an export of a list', () => {
  test('is what the server answers, from the first page to the last', async () => {
    for (const [what, path] of lists()) {
      const [{ code, stdout, stderr }, expected] = await Promise.all([exported(what), walked(`/api/v1${path}`)])
      expect([what, code, stderr]).toEqual([what, 0, ''])
      expect([what, stdout]).toEqual([what, expected])
      if (!stdout.startsWith('"')) expect(new Set(stdout.split('\n')).size).toBe(stdout.split('\n').length)
    }
  })

  test('is the same from a running server as from its data set', async () => {
    for (const [what, path] of lists().filter((_, index) => index % 3 === 0)) {
      const expected = await walked(`/api/v1${path}`)
      expect([what, await fromServer(what)]).toEqual([what, done(expected)])
    }
  })

  test('ends at its limit, at the end of a page or within one', async () => {
    const what = `hashtag:${cases.hashtag()}/posts`
    const path = `/api/v1/challenges/${cases.hashtag()}/posts?count=50`
    for (const limit of [1, 50, 73]) {
      expect(await exported(what, '--limit', String(limit))).toEqual(done(await walked(path, limit)))
    }
    expect(await exported('search:fyp', '--limit', '120')).toEqual(
      done(await walked('/api/v1/search?q=fyp&count=50', 120))
    )
  })

  test('begins with what a date is given for', async () => {
    const [what, id] = [`hashtag:${cases.hashtag()}/posts`, cases.hashtag()]
    const all = (await walked(`/api/v1/challenges/${id}/posts?count=50`)).trimEnd().split('\n')
    const times = all.map((line): number => JSON.parse(line).created_at)
    const middle = times[Math.floor(times.length / 2)] ?? 0
    const moment = new Date(middle * 1_000).toISOString()
    for (const since of [String(middle), moment, moment.slice(0, 10)]) {
      const from = since.length === 10 && since.includes('-') ? Date.parse(since) / 1_000 : middle
      const wanted = all.filter((_, index) => (times[index] ?? 0) >= from)
      expect(await exported(what, '--since', since)).toEqual(done(`${wanted.join('\n')}\n`))
    }
    expect(await exported(what, '--since', '9999-01-01')).toEqual(done(''))
    // Reposts come in the order in which they were reposted, so none of them says that no newer post follows.
    const reposts = (await walked(`/api/v1/users/${cases.reposter()}/reposts`)).trimEnd().split('\n')
    const newer = reposts.filter((line) => JSON.parse(line).created_at >= middle)
    expect(
      (await exported(`user:${cases.reposter()}/reposts`, '--since', String(middle))).stdout.trimEnd().split('\n')
    ).toEqual(newer)
  })

  test('is empty for a private account, and an error where there is nothing', async () => {
    expect(await exported(`user:${cases.privateUser()}/posts`)).toEqual(done(''))
    const failures = [
      ['user:nobody.at.all/posts', 'User nobody.at.all was not found.'],
      ['user:a b/posts', 'username must be 1 to 64 letters'],
      ['sound:abc', 'soundId must consist of digits only'],
      ['sounds:loud', 'sort must be one of hot, new'],
      ['hashtag:nobodyusesthis/posts', 'Hashtag nobodyusesthis was not found.']
    ] as const
    for (const [what, words] of failures) {
      const out = join(folder, 'failed.ndjson')
      const { code, stdout, stderr } = await exported(what, '--out', out)
      expect([what, code, stdout, stderr]).toEqual([what, 1, '', expect.stringMatching(/^[^\n]+\n$/)])
      expect(stderr).toContain(words)
      expect(readdirSync(folder)).toEqual([])
    }
  })

  test('says so of a hashtag that only has a name', async () => {
    const { name } = row<{ name: string }>(
      'SELECT name FROM hashtags h WHERE hashtag_id IS NULL AND NOT EXISTS (SELECT 1 FROM hashtags o WHERE lower(o.name) = lower(h.name) AND o.pk <> h.pk)'
    )
    const { code, stderr } = await exported(`hashtag:${name}/posts`)
    expect([code, stderr]).toEqual([1, expect.stringContaining(`search:${name}/videos finds them`)])
  })
})

describe('what can be exported', () => {
  test('is named whole by --help', async () => {
    const { stdout } = await command(['export', '--help'])
    for (const form of forms) {
      const [kind = '', part] = form.split(/:[A-Z]+/)
      expect(stdout).toContain(kind)
      if (part) expect(stdout).toContain(part)
    }
  })

  test.each([
    [['nothing'], 'it must start with user, user-id'],
    [['user'], 'write user:NAME, user:NAME/posts'],
    [['user:'], 'write user:NAME, user:NAME/posts'],
    [['user:someone/psts'], 'write user:NAME, user:NAME/posts'],
    [['user:/posts'], 'write user:NAME'],
    [['hashtag:cooking'], 'write hashtag:NAME/posts'],
    [['scorecards:'], 'write scorecards:FILE'],
    [['place:1/history'], 'write place:ID'],
    [['user:/history'], 'write user:NAME'],
    [['post-histories:'], 'write post-histories:FILE'],
    [['user:someone/posts', '--until', '7d'], '--until applies only to histories'],
    [['post:1/history', '--until', 'soon'], '--until must be a date such as'],
    [['post:1/history', '--since', '2026-02-01', '--until', '2026-02-01'], '--since must be before --until'],
    [['post:1/history', '--filter', '{}'], '--filter applies only to posts'],
    [['sounds', '--since', '7d'], '--since applies only to lists of posts'],
    [['user:someone/followers', '--since', '7d'], '--since applies only to lists of posts'],
    [['post:1', '--since', '7d'], '--since applies only to lists of posts'],
    [['user:someone/posts', '--since', 'soon'], '--since must be a date such as'],
    [['user:someone/posts', '--since', '2026-02-30'], '--since must be a date such as'],
    [['user:someone/posts', '--limit', '0'], 'It must be a whole number from 1.'],
    [['user:someone/posts', '--format', 'xml'], 'Allowed choices are ndjson, csv, parquet.'],
    [['sounds', '--plain'], '--plain is a form of CSV: add --format csv'],
    [['sounds', '--plain', '--out', 'sounds.ndjson'], '--plain is a form of CSV: add --format csv'],
    [['user:someone/posts', '--resume'], 'name it with --out'],
    [['user:someone/posts', '--out', '-', '--resume'], 'name it with --out'],
    [['user:someone/posts', '--from', 'mysql://nowhere'], '--from must be sqlite:FILE'],
    [['user:someone/reposts', '--filter', '{}'], '--filter applies only to posts, users, user:NAME/posts'],
    [['sounds', '--order-by', 'PLAYS'], '--order-by applies only to posts, users, user:NAME/posts'],
    [['users', '--since', '7d'], '--since applies only to lists of posts'],
    [['posts', '--filter', '{"plays":'], '--filter must be JSON, such as'],
    [['posts', '--filter', '[]'], '--filter must be an object'],
    [['posts', '--filter', '{"views":{"min":1}}'], '--filter.views is not a field; fields are createdAt, plays'],
    [['posts', '--filter', '{"plays":{"min":-1}}'], '--filter.plays.min must be a whole number from 0'],
    [['posts', '--filter', '{"or":[]}'], '--filter.or is empty'],
    [['users', '--filter', '{"plays":{"min":1}}'], '--filter.plays is not a field; fields are followers'],
    [['posts', '--order-by', 'VIEWS'], '--order-by must be one of NEWEST, OLDEST, PLAYS'],
    [['users', '--order-by', 'PLAYS'], '--order-by must be one of FOLLOWERS'],
    [['posts/x'], 'it must start with user'],
    [['posts:x'], 'write posts']
  ])('%j is not understood: exit code 2 and a way on', async (args, hint) => {
    const { code, stdout, stderr } = await command(['export', ...args])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(hint)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

describe('CSV', () => {
  const unguarded = (text: string): Record<string, string>[] =>
    (parse(text, { columns: true, relaxQuotes: false }) as Record<string, string>[]).map((cells) =>
      Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.replace(/^'/, '')]))
    )

  test('is what a file of that name gets, with the columns that the server gives the list', async () => {
    const out = join(folder, 'posts.csv')
    const what = `user:${cases.busyUser()}/posts`
    const { stdout } = await exported(what, '--out', out)
    const lines = (await exported(what)).stdout.trimEnd().split('\n')
    expect(stdout).toBe(`${out}: ${lines.length} records\n`)
    expect(readdirSync(folder)).toEqual(['posts.csv'])
    const text = readFileSync(out, 'utf8')
    const [header] = text.split('\r\n')
    const path = `/api/v1/users/${cases.busyUser()}/posts?count=1`
    const headers = { accept: 'text/csv', 'x-gateway-key': testKey }
    expect((await (await fetch(server.url + path, { headers })).text()).split('\r\n')[0]).toBe(header)
    const expected = lines.map((line) => JSON.parse(line))
    expect(
      unguarded(text).map(({ post_id, caption, plays, hashtags_name }) => [post_id, caption, plays, hashtags_name])
    ).toEqual(
      expected.map(({ post_id, caption, plays, hashtags }) => [
        post_id,
        caption ?? '',
        String(plays),
        hashtags.map(({ name }: { name: string }) => name).join('|')
      ])
    )
    // No cell of an id is taken for a number, nor any text for a formula.
    for (const cells of parse(text, { columns: true }) as Record<string, string>[]) {
      expect(cells.post_id).toMatch(/^'\d+$/)
      expect(cells.caption).not.toMatch(/^[=+\-@\t\r]/)
    }
    rmSync(out)
  })

  test('is plain for programs, with the ids and texts of the JSON, and import reads both forms', async () => {
    const what = `user:${cases.busyUser()}/posts`
    const lines = (await exported(what)).stdout.trimEnd().split('\n')
    const { stdout } = await exported(what, '--format', 'csv', '--plain')
    const read = parse(stdout, { columns: true, relaxQuotes: false }) as Record<string, string>[]
    expect(
      read.map(({ post_id, caption, sound_id, hashtags_id }) => [post_id, caption, sound_id, hashtags_id])
    ).toEqual(
      lines
        .map((line) => JSON.parse(line))
        .map(({ post_id, caption, sound_id, hashtags }) => [
          post_id,
          caption ?? '',
          sound_id ?? '',
          hashtags.map(({ id }: { id: string | null }) => id ?? '').join('|')
        ])
    )
    const escaped = await exported(what, '--format', 'csv')
    const known = (line: string) => {
      const { post_id, caption, plays, sound_id, hashtags } = JSON.parse(line)
      return { post_id, caption, plays, sound_id, hashtags }
    }
    const byId = (a: { post_id: string }, b: { post_id: string }) => (a.post_id < b.post_id ? -1 : 1)
    // The form for spreadsheets is read as well.
    for (const [name, csv] of Object.entries({ plain: stdout, escaped: escaped.stdout })) {
      const [file, copy] = [join(folder, `${name}.csv`), join(folder, `${name}.db`)]
      writeFileSync(file, csv)
      expect(await command(['import', file, '--into', copy])).toMatchObject({ code: 0 })
      const again = await command(['export', 'posts', '--from', copy])
      expect(again.stdout.trimEnd().split('\n').map(known).sort(byId)).toEqual(lines.map(known).sort(byId))
    }
    for (const left of readdirSync(folder)) rmSync(join(folder, left))
  })

  test('has one row for one record, and a header where there is none', async () => {
    const { stdout } = await exported(`user:${cases.busyUser()}/scorecard`, '--format', 'csv')
    const [card] = unguarded(stdout)
    expect(card).toMatchObject({
      profile_username: cases.busyUser(),
      intelligence_low_sample_warning: expect.stringMatching(/^(true|false)$/)
    })
    const empty = await exported(`user:${cases.privateUser()}/posts`, '--format', 'csv')
    expect(empty.stdout).toMatch(/^post_id,caption,[^\n]+\r\n$/)
  })
})

describe('scorecards of many', () => {
  const handles = () => {
    const [good = '', other = ''] = rows<{ username: string }>(
      'SELECT username FROM users WHERE NOT is_private ORDER BY pk LIMIT 2'
    ).map(({ username }) => username)
    return {
      good,
      other,
      text: `\ufeff${good}\r\n\r\nnobody.at.all\n  @${other.toUpperCase()}\n${cases.privateUser()}\nnot a handle`
    }
  }

  test.each(['file', 'standard input'])('from a %s: those that fail are named, and stop no other', async (from) => {
    const { good, other, text } = handles()
    const file = join(folder, 'handles.txt')
    if (from === 'file') writeFileSync(file, text)
    const options: CommandOptions = { env: data(), input: text }
    const { code, stdout, stderr } = await commandAlone(
      ['export', `scorecards:${from === 'file' ? file : '-'}`],
      options
    )
    expect(code).toBe(1)
    const names = stdout
      .trimEnd()
      .split('\n')
      .map((line): string => JSON.parse(line).profile.username)
    expect(names).toEqual([good, other])
    expect(stderr.split('\n')).toEqual([
      'nobody.at.all: User nobody.at.all was not found.',
      expect.stringMatching(new RegExp(`^${cases.privateUser()}: .*private`)),
      expect.stringMatching(/^not a handle: username must be/),
      '3 handles have no scorecard.',
      ''
    ])
    rmSync(file, { force: true })
  })

  test('are each the one that the server gives', async () => {
    const { good } = handles()
    const { stdout, code } = await commandAlone(['export', 'scorecards:-'], { env: data(), input: good })
    const { body } = await server.get(`/api/v1/intelligence/creator/${good}`)
    const untimed = ({ intelligence, ...card }: { intelligence: object }) => ({
      ...card,
      intelligence: { ...intelligence, analysis_timestamp: '' }
    })
    // The public address of the picture is the server's.
    const picture = { profile: expect.objectContaining({ username: good }) }
    expect(code).toBe(0)
    expect(untimed(JSON.parse(stdout))).toEqual({ ...untimed(body.data as { intelligence: object }), ...picture })
  })

  test('need a file that is there', async () => {
    const { code, stderr } = await command(['export', 'scorecards:nowhere.txt'], { env: data() })
    expect([code, stderr]).toEqual([1, 'nowhere.txt does not exist: name a file of handles, one per line.\n'])
    expect(existsSync('nowhere.txt')).toBe(false)
  })
})
