import SchemaBuilder from '@pothos/core'
import { fromKeys, keysOf } from '../../../core/keys-of.ts'
import type { Scope } from '../../../core/scope.ts'
import type { Deps } from '../../../services/operation.ts'

/** The context of every resolver. */
export type Context = { deps: Deps; scope: Scope }

export type SchemaTypes = {
  Context: Context
  DefaultFieldNullability: false
  Scalars: {
    ID: { Input: string; Output: string }
    /** Resolvers return Unix seconds or ISO 8601; clients send and receive ISO 8601. */
    DateTime: { Input: string; Output: number | string }
    Count: { Input: number; Output: number }
    CountryCode: { Input: string; Output: string }
  }
}

export const builder = new SchemaBuilder<SchemaTypes>({ defaultFieldNullability: false })

builder.queryType({
  description: [
    'Where every query starts. All of it is public data, read-only.',
    'Descriptions say what a field costs: a read is a look-up or a page of a list; a scan is a search, or goes through all rows of a list, and costs as much as ten reads. A field without such words is free.',
    'Unknown is what no source has given. Another deployment does not say what is unknown: its numbers are 0 and its flags false then.'
  ].join(' ')
})

/** The builder's own types, for functions that add fields. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never
export type ObjectFields<P> = PothosSchemaTypes.ObjectFieldBuilder<Types, P>

/** Values of an enum by their names, which resolvers receive. */
export const valuesOf = <T extends string>(texts: Readonly<Record<T, string>>) =>
  fromKeys(keysOf(texts), (name) => ({ value: name, description: texts[name] }))
