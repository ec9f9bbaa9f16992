import { type ComponentChild, render } from 'preact'

/**
 * Draws something within a part of the page, whose style sheet gives it its colours. It is there as long as it takes to make a picture of it, at
 * once; nobody sees it.
 */
export const drawnWithin = (part: Element, drawing: ComponentChild): Element => {
  const place = part.appendChild(document.createElement('div'))
  place.className = 'to-draw'
  render(drawing, place)
  queueMicrotask(() => {
    render(null, place)
    place.remove()
  })
  return place
}
