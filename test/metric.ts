/** Everything a server tells of itself at `/metrics`. */
export const metricsOf = async ({ url }: { url: string }): Promise<string> => (await fetch(`${url}/metrics`)).text()

/** What a server tells of itself under one name at `/metrics`, labels included. */
export const metricOf = async (server: { url: string }, name: string): Promise<number> => {
  const line = (await metricsOf(server)).split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}
