import { margin, type Space } from '../charts/space.ts'
import { audienceClasses } from './audience-classes.ts'
import type { DotPositions } from './dot-positions.ts'

/** Symbols are translucent, their outlines are not. */
export const fillOpacity = 0.72
export const outlineWidth = 0.75

/** Half the size of a symbol, with one pixel of padding. */
const half = 9

/** The symbol of each class drawn once in the current colours: copying an image is cheaper than drawing a shape. */
const signs = (canvas: HTMLCanvasElement, ratio: number, size: number): readonly HTMLCanvasElement[] => {
  const style = getComputedStyle(canvas)
  return audienceClasses.map(({ colour, path }) => {
    const sign = document.createElement('canvas')
    sign.width = sign.height = 2 * half * ratio
    const context = sign.getContext('2d')
    if (context === null) return sign
    context.scale(ratio, ratio)
    context.translate(half, half)
    context.scale(size, size)
    // light-dark() resolves only where it is used as a colour.
    canvas.style.color = `var(${colour})`
    context.fillStyle = style.color
    context.globalAlpha = fillOpacity
    const outline = new Path2D(path)
    context.fill(outline)
    context.globalAlpha = 1
    context.strokeStyle = style.color
    context.lineWidth = outlineWidth
    context.stroke(outline)
    return sign
  })
}

/** Symbols are smaller where they are dense. */
export const sizeOf = (count: number, width: number) => (count > 2 * width ? 0.6 : count > width / 2 ? 0.8 : 1)

/** Repaints all dots, the largest class last, so that many small ones do not hide a few large ones. */
export const paint = (canvas: HTMLCanvasElement, { xs, ys, classes }: DotPositions, { width, height }: Space): void => {
  const ratio = window.devicePixelRatio || 1
  const [outerWidth, outerHeight] = [width + margin.left + margin.right, height + 2 * margin.top]
  canvas.width = Math.round(outerWidth * ratio)
  canvas.height = Math.round(outerHeight * ratio)
  const context = canvas.getContext('2d')
  if (context === null) return
  const pictures = signs(canvas, ratio, sizeOf(xs.length, width))
  for (const [which, picture] of pictures.entries()) {
    for (let index = 0; index < xs.length; index += 1) {
      const x = xs[index] ?? 0
      if (classes[index] !== which || x < 0 || x > width) continue
      context.drawImage(
        picture,
        Math.round((x + margin.left - half) * ratio),
        Math.round(((ys[index] ?? 0) + margin.top - half) * ratio)
      )
    }
  }
}
