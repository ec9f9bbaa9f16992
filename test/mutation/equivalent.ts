import type { Mutant } from './mutants.ts'

/** A change that nobody can tell from the code as it is, and why. `line` is a piece of the line it is made in. */
type Equivalent = { file: string; line: string; after: string; why: string }

const inFile = (
  file: string,
  why: string,
  changes: readonly (readonly [line: string, after: string])[]
): Equivalent[] => changes.map(([line, after]) => ({ file, line, after, why }))

const equivalents: readonly Equivalent[] = [
  ...inFile('src/cache/cache.ts', 'to renew nothing does nothing', [
    ['if (overdue.length > 0)', '-1'],
    ['if (overdue.length > 0)', 'true'],
    ['if (overdue.length > 0)', '>='],
    ['safe.length === 0', '-1'],
    ['safe.length === 0', 'false']
  ]),
  ...inFile('src/surfaces/graphql/query/compile.ts', 'the parser always gives a list of directives', [
    ['selection.directives ?? []', 'selection.directives']
  ]),
  ...inFile('src/surfaces/graphql/query/compile.ts', 'the root is a level itself, so there is one at least', [
    ['depth = 0', '-1'],
    ['depth = 0', '1']
  ]),
  ...inFile('src/surfaces/graphql/query/outcomes.ts', 'there is a field for every place, and a text', [
    ["fields[index]?.lead ?? ''", 'fields[index]?.lead'],
    ["fields[index]?.name ?? ''", 'fields[index]?.name'],
    ["values[index] ?? ''", 'values[index]'],
    ["fields[index]?.lead ?? ''", "''"]
  ]),
  ...inFile('src/surfaces/graphql/query/outcomes.ts', 'a text with no faults says the same wrapped', [
    ['if (faults.length === 0)', '-1'],
    ['if (faults.length === 0)', 'false']
  ]),
  ...inFile(
    'src/surfaces/graphql/query/compile.ts',
    'a type name is written before anybody asks whether it may be null',
    [["kind: 'constant', nullable: false", 'true']]
  ),
  ...inFile(
    'src/surfaces/graphql/query/inputs.ts',
    'two keys are refused in the next line, and of one key some and every are the same',
    [['if (inner.isOneOf && Object.values(object).some', 'every']]
  ),
  ...inFile('src/surfaces/graphql/query/cost.ts', 'only connections have fields that list their elements', [
    ['isConnection ? listed : 1', 'true']
  ]),
  ...inFile('src/surfaces/graphql/query/cost.ts', 'no type of an interface costs less than nothing, and there is one', [
    ['Math.max(0, ...', '-1']
  ])
]

/** Why a mutant does what the code does; undefined for all that ought to be noticed. */
export const whyEquivalent = ({ file, after }: Mutant, line: string): string | undefined =>
  equivalents.find((each) => each.file === file && line.includes(each.line) && each.after === after)?.why
