import { operations } from '../../src/surfaces/rest/operations.ts'

/** The way of a request as a drawing, light or dark as its reader has it: from the surfaces down to where data come from. */

type Layer = { name: string; says: string; boxes: readonly string[] }

const layers: readonly Layer[] = [
  { name: 'who asks', says: '', boxes: ['a browser', 'a program', 'an agent'] },
  { name: 'server', says: 'admitted, routed and sent once', boxes: ['key · limits · load'] },
  {
    name: 'surfaces',
    says: 'each answers from the same services',
    boxes: ['GraphQL', 'REST', 'MCP', 'explorer, docs']
  },
  { name: 'services', says: 'what can be asked, with the rules of input', boxes: [`${operations.length} operations`] },
  { name: 'cache', says: 'one read for all who ask the same', boxes: ['memory', 'Redis'] },
  { name: 'source', says: 'one interface', boxes: ['embedded data', 'PostgreSQL', 'another deployment'] }
]

const width = 960
const rowHeight = 84
const left = 300
const right = 24
const gap = 16

const box = (text: string, x: number, y: number, wide: number): string =>
  `<rect class="box" x="${x}" y="${y}" width="${wide}" height="52" rx="12"/><text class="name" x="${x + wide / 2}" y="${y + 32}">${text}</text>`

const row = ({ name, says, boxes }: Layer, index: number): string => {
  const y = 24 + index * rowHeight
  const wide = (width - left - right - gap * (boxes.length - 1)) / boxes.length
  const told = says === '' ? '' : `<text class="says" x="24" y="${y + 44}">${says}</text>`
  const arrow =
    index === layers.length - 1
      ? ''
      : `<path class="way" d="M${left + (width - left - right) / 2} ${y + 56}v20m-5 -6l5 6l5 -6"/>`
  return `<text class="layer" x="24" y="${y + (says === '' ? 32 : 24)}">${name}</text>${told}${boxes.map((text, at) => box(text, left + at * (wide + gap), y, wide)).join('')}${arrow}`
}

export const wayOfARequest =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${24 + layers.length * rowHeight}" role="img" aria-label="The way of a request: ${layers.map(({ name }) => name).join(', ')}">
<style>
text { font: 15px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: #142027 }
.layer { font-weight: 650 }
.says { font-size: 12.5px; fill: #52616a }
.name { text-anchor: middle }
.box { fill: #def2ef; stroke: #0a6f66 }
.way { fill: none; stroke: #0a6f66; stroke-width: 2 }
@media (prefers-color-scheme: dark) {
text { fill: #e6ecef } .says { fill: #9dabb5 } .box { fill: #12312f; stroke: #55d3c2 } .way { stroke: #55d3c2 }
}
</style>
${layers.map(row).join('\n')}
</svg>
`
