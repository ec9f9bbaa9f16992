const marked = new WeakSet<object>()

/** Marks an object that is made for one request. It does not recur, so caches do not use it as a key. */
export const forOneRequest = <T extends object>(object: T): T => {
  marked.add(object)
  return object
}

export const isForOneRequest = (object: object): boolean => marked.has(object)
