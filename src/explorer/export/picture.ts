import { baseUrl } from '../session.ts'

const paints = ['fill', 'stroke'] as const
/** Styles that shapes and texts need without the style sheet; the font family is set once for the whole picture. */
const looksOf = (element: Element) =>
  /^(text|tspan)$/.test(element.localName)
    ? ['font-size', 'font-weight', 'paint-order']
    : ['stroke-width', 'stroke-dasharray']

/** Some programs do not support transparent colours: opacity becomes a separate attribute. */
const translucent = /^rgba\((.+), ([\d.]+)\)$/

const paint = (element: Element, name: (typeof paints)[number], styles: CSSStyleDeclaration) => {
  const value = styles.getPropertyValue(name)
  const [, colour, part = '1'] = translucent.exec(value) ?? []
  element.setAttribute(name, colour === undefined ? value : `rgb(${colour})`)
  const shows = Number(styles.getPropertyValue(`${name}-opacity`)) * Number(part)
  if (shows !== 1) element.setAttribute(`${name}-opacity`, String(shows))
}

/** The background colour of an element: its own, or that of an ancestor. */
const backOf = (element: Element): string => {
  const { backgroundColor } = getComputedStyle(element)
  const isClear = /^rgba\(.*, 0\)$/.test(backgroundColor)
  return isClear && element.parentElement !== null ? backOf(element.parentElement) : backgroundColor
}

/** Attributes of the page that the picture does not need. */
const ofThePage = ['class', 'style', 'role', 'tabindex', 'aria-hidden', 'aria-label']

/** A self-contained copy of a drawing; its links lead to this server. */
const standingAlone = (drawing: SVGSVGElement): SVGSVGElement => {
  // A clone has the class of its original.
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const copies = copy.querySelectorAll('*')
  drawing.querySelectorAll('*').forEach((element, index) => {
    const target = copies[index]
    if (target === undefined) return
    const styles = getComputedStyle(element)
    if (!/^(g|a)$/.test(element.localName)) {
      for (const name of paints) paint(target, name, styles)
      for (const name of looksOf(element)) target.setAttribute(name, styles.getPropertyValue(name))
    }
    const href = element.getAttribute('href')
    if (href !== null) target.setAttribute('href', new URL(href, baseUrl).href)
  })
  for (const element of [copy, ...copies]) for (const name of ofThePage) element.removeAttribute(name)
  for (const unseen of copy.querySelectorAll('[fill-opacity="0"]')) unseen.remove()
  return copy
}

const svgSpace = 'http://www.w3.org/2000/svg'
const around = 24

/** An SVG document, and its size in pixels. */
export type Picture = { svg: string; width: number; height: number }

/** Approximate width of a character, relative to the font size. */
const character = 0.52

const wrapped = (text: string, size: number, width: number): readonly string[] => {
  const most = Math.max(10, Math.floor(width / (size * character)))
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > most) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/**
 * The charts of `figure` in one column with their headings, under a title and above a line with their source. Self-contained: no style
 * sheet or other file.
 */
export const pictureOf = (figure: Element, title: string): Picture => {
  const parts = [...figure.querySelectorAll('.chart > svg, h3')]
  const drawings = parts.filter((part) => part instanceof SVGSVGElement)
  const inner = Math.max(...drawings.map(({ clientWidth }) => clientWidth))
  const width = inner + 2 * around
  const styles = getComputedStyle(figure)
  const svg = document.createElementNS(svgSpace, 'svg')
  let top = around
  const write = (text: string, size: number, weight: number) => {
    for (const line of wrapped(text, size, inner)) {
      const element = svg.appendChild(document.createElementNS(svgSpace, 'text'))
      element.textContent = line
      top += size * 1.4
      const facts = { x: around, y: top - size * 0.4, 'font-size': size, 'font-weight': weight }
      for (const [name, value] of Object.entries(facts)) element.setAttribute(name, String(value))
    }
  }
  write(title, 19, 650)
  for (const part of parts) {
    top += 8
    if (part instanceof SVGSVGElement) {
      const drawing = standingAlone(part)
      drawing.setAttribute('x', String(around))
      drawing.setAttribute('y', String(top))
      svg.append(drawing)
      top += part.clientHeight
    } else write(part.textContent?.trim() ?? '', 13, 400)
  }
  top += 8
  write(
    `clipgraph, ${new URL(location.pathname + location.search, baseUrl).href}, ${new Date().toISOString().slice(0, 10)}`,
    11,
    400
  )
  const height = Math.ceil(top + around)
  const back = document.createElementNS(svgSpace, 'rect')
  const name = document.createElementNS(svgSpace, 'title')
  name.textContent = title
  svg.prepend(name, back)
  for (const [element, facts] of [
    [back, { width, height, fill: backOf(figure) }],
    [svg, { width, height, viewBox: `0 0 ${width} ${height}`, fill: styles.color, 'font-family': styles.fontFamily }]
  ] as const) {
    for (const [name, value] of Object.entries(facts)) element.setAttribute(name, String(value))
  }
  return { svg: new XMLSerializer().serializeToString(svg), width, height }
}

/** Pixels of the bitmap for each pixel of the picture. */
const density = 2

export const pngOf = async ({ svg, width, height }: Picture): Promise<Blob> => {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * density
  canvas.height = height * density
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture cannot be drawn')) : resolve(blob)))
  )
}
