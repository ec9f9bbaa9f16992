/** Messages and advice about the data source name the setting DATA_URL. Where `--from` overrides it, these name what was given instead. */

export const problemWords = (problem: string, from: string | undefined): string =>
  from === undefined ? problem : problem.replace('DATA_URL', () => from)

export const adviceWords = (advice: string, from: string | undefined): string =>
  from === undefined ? advice : advice.replace('DATA_URL', '--from')
