/*! Generated from src/explorer by `npm run generate`; licences.txt says what else it holds. */
import{A as e,M as t,N as n,P as r,gt as i,it as a,mt as o,t as s}from"./explorer.js";const c=e=>`'${e.replaceAll(`'`,`'\\''`)}'`,l=(e,t=``)=>JSON.stringify(e,null,2).replaceAll(`
`,`\n${t}`),u=({query:e,variables:t,baseUrl:n,key:r})=>`const query = \`
${e.replaceAll(`\\`,`\\\\`).replaceAll("`","\\`").replaceAll("${","\\${")}
\`

const response = await fetch('${n}/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-gateway-key': '${r}' },
  body: JSON.stringify({ query, variables: ${l(t,`  `)} })
})
const { data, errors } = await response.json()
if (errors) console.error(errors)
console.log(JSON.stringify(data, null, 2))
`,d=({name:e,variables:t,baseUrl:n,key:r})=>`import { createClient, ${e}Document, type ${e}Query } from 'clipgraph-client'
import { useEffect, useState } from 'react'

// A key in a page is public: ${n}/docs/browsers says where it may be.
const client = createClient({ url: '${n}', key: '${r}' })
const variables = ${l(t)} as const

export const ${e} = () => {
  const [data, setData] = useState<${e}Query | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const asked = new AbortController()
    client.query(${e}Document, variables, { signal: asked.signal }).then(setData, (error: Error) => {
      if (!asked.signal.aborted) setProblem(error.message)
    })
    return () => asked.abort()
  }, [])
  if (problem !== null) return <p role="alert">{problem}</p>
  if (data === null) return <p>Loading…</p>
  return <pre>{JSON.stringify(data, null, 2)}</pre>
}
`,f={true:`True`,false:`False`,null:`None`},p=e=>JSON.stringify(e,null,4).replace(/"(?:[^"\\]|\\.)*"|true|false|null/g,e=>f[e]??e),m={fetch:{name:`fetch`,write:u},react:{name:`React`,write:d},python:{name:`Python`,write:({query:e,variables:t,baseUrl:n,key:r})=>`import json
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
`},curl:{name:`curl`,write:({query:e,variables:t,baseUrl:n,key:r})=>`curl -H ${c(`x-gateway-key: ${r}`)} \\
  -H 'content-type: application/json' \\
  --data-raw ${c(JSON.stringify({query:e,variables:t}))} \\
  ${c(`${n}/graphql`)}
`}},h=[`query`,...Object.keys(m)],g=e=>e===`query`?`GraphQL`:m[e].name,_=`clipgraph-code`,v=()=>{try{return h.find(e=>e===localStorage.getItem(_))??`query`}catch{return`query`}},y=e=>{try{localStorage.setItem(_,e)}catch{}},b=({kind:e,choose:t})=>a(`fieldset`,{class:`choice`,children:[a(`legend`,{class:`unseen`,children:`Written as`}),h.map(n=>a(`label`,{children:[a(`input`,{type:`radio`,name:`code`,value:n,checked:n===e,onChange:()=>t(n)}),a(`span`,{children:g(n)})]},n))]}),x=e=>e===0?`The graph alone has this`:e===1?`One REST call gives the same`:`${e} REST calls give the same`,S=({document:l,variables:u,rest:d})=>{let{text:f,from:p}=t(),[h,_]=o(v),S=p===`own`&&f!==null?f:`YOUR_KEY`,C=r(l),w=JSON.stringify(u,null,2),T=`/graphql?${new URLSearchParams({query:C,variables:w,run:``})}`;return a(`div`,{class:`pair`,children:[a(`section`,{"aria-label":`GraphQL`,children:[a(`div`,{class:`title-line`,children:[a(`h3`,{children:`One GraphQL query`}),a(`a`,{class:`quiet-button`,href:T,target:`_blank`,rel:`noopener`,children:`Run it in GraphiQL`})]}),a(b,{kind:h,choose:e=>{y(e),_(e)}}),h===`query`?a(i,{children:[a(s,{label:`GraphQL query`,text:C}),a(`p`,{class:`quiet`,children:`Variables`}),a(s,{label:`Variables of the query`,text:w})]}):a(i,{children:[a(s,{label:`The query with ${g(h)}`,text:m[h].write({name:n(l)??``,query:C,variables:u??{},baseUrl:e,key:S})},h),h===`react`&&a(`p`,{class:`quiet`,children:[`The document and its types are in the package `,a(`a`,{href:`/docs/client`,children:`clipgraph-client`}),`.`]})]})]}),a(`section`,{"aria-label":`REST`,children:[a(`h3`,{children:x(d.length)}),d.map(([t,n])=>a(`div`,{children:[a(`p`,{class:`quiet`,children:t}),a(s,{label:`curl command: ${t}`,text:`curl -H ${c(`x-gateway-key: ${S}`)} ${c(e+n)}`})]},n)),a(`p`,{class:`quiet`,children:[`All operations are in the `,a(`a`,{href:`/docs`,children:`REST reference`}),`.`]})]})]})};export{S as Code};
