/** What a server tells of itself under one name at `/metrics`, labels included. */
export const metricOf = async ({ url }: { url: string }, name: string): Promise<number> => {
  const line = (await (await fetch(`${url}/metrics`)).text()).split('\n').find((each) => each.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1))
}
