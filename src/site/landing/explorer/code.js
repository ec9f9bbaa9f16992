/*! Generated from src/explorer by `npm run generate`; licences.txt says what else it holds. */
import{Ut as e,dt as t,en as n,kt as r,lt as i,nn as a,ot as o,t as s,ut as c}from"./explorer.js";const l=e=>`'${e.replaceAll(`'`,`'\\''`)}'`,u=(e,t=``)=>JSON.stringify(e,null,2).replaceAll(`
`,`\n${t}`),d=e=>`\`\n${e.replaceAll(`\\`,`\\\\`).replaceAll("`","\\`").replaceAll("${","\\${")}\n\``,f={true:`True`,false:`False`,null:`None`},p=e=>JSON.stringify(e,null,4).replace(/"(?:[^"\\]|\\.)*"|true|false|null/g,e=>f[e]??e),m={curl:({url:e,key:t})=>`curl -H ${l(`x-gateway-key: ${t}`)} ${l(e)}`,fetch:({url:e,key:t})=>`const response = await fetch(${u(e)}, {
  headers: { 'x-gateway-key': ${u(t)} }
})
console.log(await response.json())
`,TypeScript:({url:e,key:t,query:n,variables:r})=>`import { createClient } from 'clipgraph/client'

const client = createClient({ url: ${u(new URL(e).origin)}, key: ${u(t)} })

const query = ${d(n)}
const data = await client.query(query, ${u(r)})
console.log(JSON.stringify(data, null, 2))
`,Python:({url:e,key:t})=>`import json
import urllib.request

request = urllib.request.Request(
    ${u(e)},
    headers={"x-gateway-key": ${u(t)}},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`},h={fetch:({query:e,variables:t,baseUrl:n,key:r})=>`const query = ${d(e)}

const response = await fetch('${n}/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-gateway-key': '${r}' },
  body: JSON.stringify({ query, variables: ${u(t,`  `)} })
})
const { data, errors } = await response.json()
if (errors) console.error(errors)
console.log(JSON.stringify(data, null, 2))
`,React:({name:e,query:t,variables:n,baseUrl:r,key:i})=>`import { createClient } from 'clipgraph-client'
import { useEffect, useState } from 'react'

// A key in a page is public: ${r}/docs/browsers says where it may be.
const client = createClient({ url: '${r}', key: '${i}' })

const query = ${d(t)}
const variables = ${u(n)}
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
variables = ${p(t)}

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
`,curl:({query:e,variables:t,baseUrl:n,key:r})=>`curl -H ${l(`x-gateway-key: ${r}`)} \\
  -H 'content-type: application/json' \\
  --data-raw ${l(JSON.stringify({query:e,variables:t}))} \\
  ${l(`${n}/graphql`)}
`},g=[`query`,...Object.keys(h)],_=e=>e===`query`?`GraphQL`:e,v=`clipgraph-code`,y=()=>{try{return g.find(e=>e===localStorage.getItem(v))??`query`}catch{return`query`}},b=e=>{try{localStorage.setItem(v,e)}catch{}},x=({kind:t,choose:n})=>e(`fieldset`,{class:`choice`,children:[e(`legend`,{class:`unseen`,children:`Language`}),g.map(r=>e(`label`,{children:[e(`input`,{type:`radio`,name:`code`,value:r,checked:r===t,onChange:()=>n(r)}),e(`span`,{children:_(r)})]},r))]}),S=e=>e===0?`Only GraphQL has this`:e===1?`One REST call returns the same`:`${e} REST calls return the same`,C=({document:l,variables:u,rest:d,cost:f})=>{let{text:p,from:g}=i(),[v,C]=n(y),w=g===`own`&&p!==null?p:`YOUR_KEY`,T=t(l),E=JSON.stringify(u,null,2),D=`/graphql?${new URLSearchParams({query:T,variables:E,run:``})}`;return e(`div`,{class:`pair`,children:[e(`section`,{"aria-label":`GraphQL`,children:[e(`div`,{class:`title-line`,children:[e(`h3`,{children:`One GraphQL query`}),e(`a`,{class:`quiet-button`,href:D,target:`_blank`,rel:`noopener`,children:`Run it in GraphiQL`})]}),f!=null&&e(`p`,{class:`quiet cost`,children:[`Cost: `,f.points,` of `,r(f.limit),` points, `,f.reads,` reads, `,Math.round(f.tookMs),` ms.`]}),e(x,{kind:v,choose:e=>{b(e),C(e)}}),v===`query`?e(a,{children:[e(s,{label:`GraphQL query`,text:T}),e(`p`,{class:`quiet`,children:`Variables`}),e(s,{label:`Variables of the query`,text:E})]}):e(a,{children:[e(s,{label:`The query with ${_(v)}`,text:h[v]({name:c(l)??``,query:T,variables:u??{},baseUrl:o,key:w})},v),v===`React`&&e(`p`,{class:`quiet`,children:[`The client is the package `,e(`a`,{href:`/docs/client`,children:`clipgraph-client`}),`.`]})]})]}),e(`section`,{"aria-label":`REST`,children:[e(`h3`,{children:S(d.length)}),d.map(([t,n])=>e(`div`,{children:[e(`p`,{class:`quiet`,children:t}),e(s,{label:`curl command: ${t}`,text:m.curl({url:o+n,key:w})})]},n)),e(`p`,{class:`quiet`,children:[`All operations are in the `,e(`a`,{href:`/docs`,children:`REST reference`}),`.`]})]})]})};export{C as Code};
