var snippetTabs=(function(e){Object.defineProperty(e,Symbol.toStringTag,{value:`Module`});let t=e=>`'${e.replaceAll(`'`,`'\\''`)}'`,n=(e,t=``)=>JSON.stringify(e,null,2).replaceAll(`
`,`\n${t}`),r=e=>`\`\n${e.replaceAll(`\\`,`\\\\`).replaceAll("`","\\`").replaceAll("${","\\${")}\n\``,i={curl:({url:e,key:n})=>`curl -H ${t(`x-gateway-key: ${n}`)} ${t(e)}`,fetch:({url:e,key:t})=>`const response = await fetch(${n(e)}, {
  headers: { 'x-gateway-key': ${n(t)} }
})
console.log(await response.json())
`,TypeScript:({url:e,key:t,query:i,variables:a})=>`import { createClient } from 'clipgraph/client'

const client = createClient({ url: ${n(new URL(e).origin)}, key: ${n(t)} })

const query = ${r(i)}
const data = await client.query(query, ${n(a)})
console.log(JSON.stringify(data, null, 2))
`,Python:({url:e,key:t})=>`import json
import urllib.request

request = urllib.request.Request(
    ${n(e)},
    headers={"x-gateway-key": ${n(t)}},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))
`},a=`clipgraph-snippet`,o=[],s=`curl`;try{let e=localStorage.getItem(a);Object.hasOwn(i,e??``)&&(s=e)}catch{}let c=(e,t)=>{let n=t.getBoundingClientRect().top;s=e;for(let e of o)e();window.scrollBy({top:t.getBoundingClientRect().top-n,behavior:`instant`});try{localStorage.setItem(a,e)}catch{}};return e.add=(e,t,n)=>{let r=document.createElement(`div`);r.className=`kinds`,r.setAttribute(`role`,`tablist`),r.ariaLabel=t,e.setAttribute(`role`,`tabpanel`);let a=Object.keys(i),l=a.map(t=>{let n=document.createElement(`button`);return n.type=`button`,n.id=`${e.id}-${t}`,n.textContent=t,n.setAttribute(`role`,`tab`),n.setAttribute(`aria-controls`,e.id),n.addEventListener(`click`,()=>c(t,r)),r.append(n),n});r.addEventListener(`keydown`,({key:e})=>{let t={ArrowRight:1,ArrowLeft:-1}[e];if(t===void 0)return;let n=a.at((a.indexOf(s)+t)%a.length);c(n,r),l[a.indexOf(n)].focus()}),e.before(r);let u=()=>{for(let[t,n]of l.entries()){let r=a[t]===s;n.setAttribute(`aria-selected`,String(r)),n.tabIndex=r?0:-1,r&&e.setAttribute(`aria-labelledby`,n.id)}n(i[s])};return o.push(u),u},e})({});
