/** How the SDL marks a field that is null only with an error: by the directive, or by `!`. The first is the default. */
export const nullabilities = ['semantic', 'strict'] as const
export type Nullability = (typeof nullabilities)[number]
