const marked = new WeakSet<object>()

/** Marks an object that is made for one request. It never comes again, so that nothing is kept by it. */
export const forOneRequest = <T extends object>(object: T): T => {
  marked.add(object)
  return object
}

export const isForOneRequest = (object: object): boolean => marked.has(object)
