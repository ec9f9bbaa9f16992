/** `status` values of the embedded data; other sources may pass further values. */
export const liveStatuses = { live: 2, paused: 3, ended: 4 } as const
