/** How long the tunes are that this server makes for the sounds of made-up data, whatever length those say they have. */
export const previewSeconds = 3.4
