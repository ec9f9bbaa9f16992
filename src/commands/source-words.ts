/** Messages and advice about the data source name the setting DATA_URL. If `--from` overrides it, they name that option's value instead. */

export const problemWords = (problem: string, from: string | undefined): string =>
  from === undefined ? problem : problem.replace('DATA_URL', () => from)

export const adviceWords = (advice: string, from: string | undefined): string =>
  from === undefined ? advice : advice.replace('DATA_URL', '--from')
