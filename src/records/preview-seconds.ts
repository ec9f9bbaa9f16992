/** Length of the audio previews made for embedded sounds, whatever duration their records have. */
export const previewSeconds = 3.4
