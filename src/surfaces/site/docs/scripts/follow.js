/* Marks the current section in the list beside a page, and keeps it in view. */
{
  const list = document.querySelector('.toc')
  const links = new Map([...(list?.querySelectorAll('a[href^="#"]') ?? [])].map((link) => [link.hash.slice(1), link]))
  const parts = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean)
  const inReach = new Set()
  let current = null

  const mark = (link) => {
    if (link === current) return
    current?.removeAttribute('aria-current')
    current = link
    link.setAttribute('aria-current', 'location')
    const { top, bottom } = link.getBoundingClientRect()
    const frame = list.getBoundingClientRect()
    if (top < frame.top || bottom > frame.bottom) list.scrollTop += top - frame.top - frame.height / 2
  }
  /* Of nested sections, the innermost counts, which comes last. */
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inReach.add(target)
        else inReach.delete(target)
      }
      const read = parts.findLast((part) => inReach.has(part))
      if (read) mark(links.get(read.id))
    },
    /* A line a quarter down the window. */
    { rootMargin: '-25% 0px -74.9% 0px' }
  )
  for (const part of parts) observer.observe(part)
}
