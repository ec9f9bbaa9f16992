/**
 * Calls back in this turn of the event loop, when everything that promises go on with by now is done: a tick that a promise asks for comes behind all
 * of them.
 */
export const behindPromises = (callBack: () => void): void => {
  queueMicrotask(() => process.nextTick(callBack))
}
