/** How a schema as text states that a field is null only with an error: by the directive, or as `!`. The first is the default. */
export const nullabilities = ['semantic', 'strict'] as const
export type Nullability = (typeof nullabilities)[number]
