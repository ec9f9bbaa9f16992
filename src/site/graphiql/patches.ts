/** A place in GraphiQL's built files, and what stands there instead. */
type Patch = readonly [from: string, to: string]

const plainText = (patches: readonly (readonly [href: string, element: string])[]): Patch[] =>
  patches.map(([href, element]) => [`${element}("a",{href:"${href}"`, `${element}("span",{"data-at":"${href}"`])

/**
 * What GraphiQL as it is built would do wrong here. Its version is pinned: where a release no longer has one of these places, the server's
 * tests fail.
 */
const scriptPatches: readonly Patch[] = [
  // Icons are named after functions whose names the build made short: "wze icon". The buttons they are on have names of their own.
  ['H.jsx(n,{title:e,...i})', 'H.jsx(n,{"aria-hidden":!0,...i})'],
  // A tab that holds a button to close it is no tab to those who hear the page: it is a list of buttons, one of which is the current one.
  ['"aria-selected":r,dragElastic:!1,role:"tab",', 'dragElastic:!1,'],
  ['axis:"x",role:"tablist",', 'axis:"x",'],
  ['{"aria-controls":"graphiql-session",id:', '{"aria-current":Le===N?"true":void 0,id:'],
  ['{role:"tabpanel",id:"graphiql-session"', '{role:"group",id:"graphiql-session"'],
  // Fields and choices of the explorer have no names.
  [
    '"input",{style:{border:"none",borderBottom:"1px solid #888",outline:"none"',
    '"input",{"aria-label":gt.name,style:{border:"none",borderBottom:"1px solid #888"'
  ],
  ['"select",{style:{color:Gt.colors.builtin}', '"select",{"aria-label":Lt.name,style:{color:Gt.colors.builtin}'],
  [
    '"select",{style:{backgroundColor:"white",color:Gt.colors.string2}',
    '"select",{"aria-label":Lt.name,style:{color:Gt.colors.string2}'
  ],
  ['"select",{onChange:function(ai)', '"select",{"aria-label":"Kind of operation to add",onChange:function(ai)'],
  // They take the focus as soon as they are there, also where nobody asked for them.
  ['Ae&&ge&&!(ge instanceof HTMLTextAreaElement)&&', 'Ae&&ge?.closest(".graphiql-explorer-root")&&'],
  // Nothing leads to other hosts.
  ['r.createElement("a",{href:"https://www.onegraph.com"},"OneGraph")', '"OneGraph"'],
  [
    'r.createElement("div",null,"Contribute on"," ",r.createElement("a",{href:"https://github.com/OneGraph/graphiql-explorer"},"GitHub"))',
    'null'
  ],
  ...plainText([
    ['https://code.visualstudio.com/docs/reference/default-keybindings', 'H.jsx'],
    ['https://code.visualstudio.com/shortcuts/keyboard-shortcuts-macos.pdf', 'H.jsx'],
    ['https://code.visualstudio.com/shortcuts/keyboard-shortcuts-windows.pdf', 'H.jsx']
  ]),
  // The fonts it brings along weigh as much as a third of it.
  [
    `fontFamily:'"Fira Code"'`,
    `fontFamily:'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'`
  ],
  // The answer that was there before the editor was.
  ['EE.response}`,value:""}', 'EE.response}`,value:self.firstAnswer??""}'],
  // What shows it can show it again, in other colours.
  [
    'function $bt(n,e){dge.createRoot(n).render(H.jsx(Hbt,{...e}))}',
    'function $bt(n,e){const t=dge.createRoot(n);return i=>t.render(H.jsx(Hbt,{...e,...i}))}'
  ]
]

/**
 * The part of GraphiQL that lays out JSON as if it were JavaScript or TypeScript, with a second copy of what reads GraphQL: a tenth of what has
 * to come before it opens. Its first and its last statement.
 */
const formattersOfCode: Patch = ['var FJ={exports:{}},J2e;', 'const cLt=DC({__proto__:null,default:X0(WNe)},[WNe]);']

/** What did its work: JSON lays itself out, and the GraphQL is read by the first copy. */
const withoutFormatters: readonly Patch[] = [
  [
    'const[e,{printers:t},{parsers:i}]=await Promise.all([Promise.resolve().then(()=>T2e),Promise.resolve().then(()=>lLt),Promise.resolve().then(()=>cLt)]);return e.format(n,{parser:"jsonc",plugins:[{printers:t},{parsers:i}],printWidth:0})',
    'return JSON.stringify(JSON.parse(n),null,2)'
  ],
  ['Promise.resolve().then(()=>zwt)', 'Promise.resolve().then(()=>$wt)']
]

/** The text without what stands from one place to the end of another. */
const without = (text: string, [first, last]: Patch): string => {
  const from = text.indexOf(first)
  const to = text.indexOf(last, from)
  if (from === -1 || to === -1) throw new Error(`GraphiQL has no ${first} … ${last}`)
  return text.slice(0, from) + text.slice(to + last.length)
}

const patched = (text: string, patches: readonly Patch[]): string =>
  patches.reduce((before, [from, to]) => {
    const parts = before.split(from)
    if (parts.length !== 2) throw new Error(`GraphiQL has ${parts.length - 1} times, not once: ${from}`)
    return parts.join(to)
  }, text)

/** GraphiQL's script, mended. */
export const mendedScript = (script: string): string =>
  patched(without(script, formattersOfCode), [...scriptPatches, ...withoutFormatters])

/** GraphiQL's style sheet without its fonts, but one copy of the editor's icons. */
export const mendedStyles = (styles: string): string => {
  let icons = 0
  return styles.replace(/@font-face\s*\{[^}]*\}/g, (face) => {
    if (face.includes('font-family:codicon')) icons += 1
    return face.includes('font-family:codicon') && icons === 1 ? face : ''
  })
}
