const made = new WeakSet<object>()

/** Marks an object that is made for one request. It never comes again, so that nothing is kept by it. */
export const forOneRequest = <T extends object>(object: T): T => {
  made.add(object)
  return object
}

export const isForOneRequest = (object: object): boolean => made.has(object)
