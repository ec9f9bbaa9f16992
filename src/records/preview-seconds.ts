/** Length of the audio previews made for embedded sounds, regardless of the duration in their records. */
export const previewSeconds = 3.4
