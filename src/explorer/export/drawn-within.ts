import { type ComponentChild, render } from 'preact'

/** Renders a drawing invisibly within an element, whose style sheet applies, while a picture of it is made synchronously. */
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
