/*! Generated from src/explorer by `npm run generate`; licences.txt says what else it holds. */
import{A as e,M as t,N as n,P as r,gt as i,it as a,mt as o,t as s}from"./explorer.js";const c=e=>`'${e.replaceAll(`'`,`'\\''`)}'`,l=(e,t=``)=>JSON.stringify(e,null,2).replaceAll(`
`,`\n${t}`),u=e=>`\`\n${e.replaceAll(`\\`,`\\\\`).replaceAll("`","\\`").replaceAll("${","\\${")}\n\``,d={true:`True`,false:`False`,null:`None`},f=e=>JSON.stringify(e,null,4).replace(/"(?:[^"\\]|\\.)*"|true|false|null/g,e=>d[e]??e),p={curl:({url:e,key:t})=>`curl -H ${c(`x-gateway-key: ${t}`)} ${c(e)}`,fetch:({url:e,key:t})=>`const response = await fetch(${l(e)}, {
  headers: { 'x-gateway-key': ${l(t)} }
})
console.log(await response.json())
`,TypeScript:({url:e,key:t,query:n,variables:r})=>`import { createClient } from 'clipgraph/client'

const client = createClient({ url: ${l(new URL(e).origin)}, key: ${l(t)} })

const query = ${u(n)}
const data = await client.query(query, ${l(r)})
console.log(JSON.stringify(data, null, 2))
`,Python:({url:e,key:t})=>`import json
import urllib.request

request = urllib.request.Request(
    ${l(e)},
    headers={"x-gateway-key": ${l(t)}},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`},m={fetch:({query:e,variables:t,baseUrl:n,key:r})=>`const query = ${u(e)}

const response = await fetch('${n}/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-gateway-key': '${r}' },
  body: JSON.stringify({ query, variables: ${l(t,`  `)} })
})
const { data, errors } = await response.json()
if (errors) console.error(errors)
console.log(JSON.stringify(data, null, 2))
`,React:({name:e,query:t,variables:n,baseUrl:r,key:i})=>`import { createClient } from 'clipgraph-client'
import { useEffect, useState } from 'react'

// A key in a page is public: ${r}/docs/browsers says where it may be.
const client = createClient({ url: '${r}', key: '${i}' })

const query = ${u(t)}
const variables = ${l(n)}
type Data = Record<string, unknown>

export const ${e} = () => {
  const [data, setData] = useState<Data | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const asked = new AbortController()
    client.query<Data>(query, variables, { signal: asked.signal }).then(setData, (error: Error) => {
      if (!asked.signal.aborted) setProblem(error.message)
    })
    return () => asked.abort()
  }, [])
  if (problem !== null) return <p role="alert">{problem}</p>
  if (data === null) return <p>Loading…</p>
  return <pre>{JSON.stringify(data, null, 2)}</pre>
}
`,Python:({query:e,variables:t,baseUrl:n,key:r})=>`import json
import urllib.error
import urllib.request

query = """
${e.replaceAll(`\\`,`\\\\`).replaceAll(`"""`,`\\"\\"\\"`)}
"""
variables = ${f(t)}

request = urllib.request.Request(
    "${n}/graphql",
    data=json.dumps({"query": query, "variables": variables}).encode(),
    headers={"content-type": "application/json", "x-gateway-key": "${r}"},
)
try:
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
except urllib.error.HTTPError as error:
    raise SystemExit(error.read().decode())
print(json.dumps(answer, indent=2))
`,curl:({query:e,variables:t,baseUrl:n,key:r})=>`curl -H ${c(`x-gateway-key: ${r}`)} \\
  -H 'content-type: application/json' \\
  --data-raw ${c(JSON.stringify({query:e,variables:t}))} \\
  ${c(`${n}/graphql`)}
`},h=[`query`,...Object.keys(m)],g=e=>e===`query`?`GraphQL`:e,_=`clipgraph-code`,v=()=>{try{return h.find(e=>e===localStorage.getItem(_))??`query`}catch{return`query`}},y=e=>{try{localStorage.setItem(_,e)}catch{}},b=({kind:e,choose:t})=>a(`fieldset`,{class:`choice`,children:[a(`legend`,{class:`unseen`,children:`Written as`}),h.map(n=>a(`label`,{children:[a(`input`,{type:`radio`,name:`code`,value:n,checked:n===e,onChange:()=>t(n)}),a(`span`,{children:g(n)})]},n))]}),x=e=>e===0?`The graph alone has this`:e===1?`One REST call gives the same`:`${e} REST calls give the same`,S=({document:c,variables:l,rest:u})=>{let{text:d,from:f}=t(),[h,_]=o(v),S=f===`own`&&d!==null?d:`YOUR_KEY`,C=r(c),w=JSON.stringify(l,null,2),T=`/graphql?${new URLSearchParams({query:C,variables:w,run:``})}`;return a(`div`,{class:`pair`,children:[a(`section`,{"aria-label":`GraphQL`,children:[a(`div`,{class:`title-line`,children:[a(`h3`,{children:`One GraphQL query`}),a(`a`,{class:`quiet-button`,href:T,target:`_blank`,rel:`noopener`,children:`Run it in GraphiQL`})]}),a(b,{kind:h,choose:e=>{y(e),_(e)}}),h===`query`?a(i,{children:[a(s,{label:`GraphQL query`,text:C}),a(`p`,{class:`quiet`,children:`Variables`}),a(s,{label:`Variables of the query`,text:w})]}):a(i,{children:[a(s,{label:`The query with ${g(h)}`,text:m[h]({name:n(c)??``,query:C,variables:l??{},baseUrl:e,key:S})},h),h===`React`&&a(`p`,{class:`quiet`,children:[`The client is the package `,a(`a`,{href:`/docs/client`,children:`clipgraph-client`}),`.`]})]})]}),a(`section`,{"aria-label":`REST`,children:[a(`h3`,{children:x(u.length)}),u.map(([t,n])=>a(`div`,{children:[a(`p`,{class:`quiet`,children:t}),a(s,{label:`curl command: ${t}`,text:p.curl({url:e+n,key:S})})]},n)),a(`p`,{class:`quiet`,children:[`All operations are in the `,a(`a`,{href:`/docs`,children:`REST reference`}),`.`]})]})]})};export{S as Code};
