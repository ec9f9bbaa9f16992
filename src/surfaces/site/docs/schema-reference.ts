import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
  isSpecifiedScalarType,
  isUnionType
} from 'graphql'
import type { CostHints } from '../../graphql/schema/cost-hints.ts'
import { defaultValueOf } from '../../graphql/schema/default-value.ts'
import { isSemanticNonNull } from '../../graphql/schema/nullability.ts'
import { type Html, html, prose, raw } from '../frame/html.ts'
import { running } from './ask-graph.ts'
import { filterForm, nothingFound } from './filter.ts'
import { graphQLEquivalents } from './graphql-equivalent.ts'
import type { PageParts } from './layout.ts'

type AnyField = GraphQLField<unknown, unknown> | GraphQLInputField
type TypeGroup = { id: string; title: string; about: string; types: readonly GraphQLNamedType[] }

const isConnectionPart = ({ name }: GraphQLNamedType) => name === 'PageInfo' || /(Connection|Edge)$/.test(name)

/** Types in reading order: roots, then the types they lead to, level by level. */
const inOrder = (schema: GraphQLSchema): GraphQLNamedType[] => {
  const found = new Set<GraphQLNamedType>()
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    if (root != null) found.add(root)
  }
  // Iterating a Set includes elements added meanwhile.
  for (const type of found) {
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        found.add(getNamedType(field.type))
        for (const argument of field.args) found.add(getNamedType(argument.type))
      }
      for (const parent of type.getInterfaces()) found.add(parent)
    } else if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) found.add(getNamedType(field.type))
    } else if (isUnionType(type)) for (const member of type.getTypes()) found.add(member)
  }
  for (const type of Object.values(schema.getTypeMap())) found.add(type)
  return [...found].filter((type) => !isIntrospectionType(type))
}

const groupsOf = (schema: GraphQLSchema): TypeGroup[] => {
  const roots = new Set([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()])
  const all = inOrder(schema)
  const isRoot = (type: GraphQLNamedType) => isObjectType(type) && roots.has(type)
  return [
    { id: 'roots', title: 'Roots', about: 'Where every query begins.', types: all.filter(isRoot) },
    {
      id: 'objects',
      title: 'Objects',
      about: 'What can be asked about.',
      types: all.filter((type) => isObjectType(type) && !isRoot(type) && !isConnectionPart(type))
    },
    {
      id: 'interfaces',
      title: 'Interfaces and unions',
      about: 'What several objects have in common.',
      types: all.filter((type) => isInterfaceType(type) || isUnionType(type))
    },
    {
      id: 'inputs',
      title: 'Inputs',
      about: 'What arguments are made of.',
      types: all.filter(isInputObjectType)
    },
    { id: 'enums', title: 'Enums', about: 'Values to choose from.', types: all.filter(isEnumType) },
    {
      id: 'lists',
      title: 'Lists',
      about: 'Pages of lists: ask for `nodes`, or for `edges` when each element’s cursor matters.',
      types: all.filter((type) => isObjectType(type) && isConnectionPart(type))
    },
    { id: 'scalars', title: 'Scalars', about: 'Single values.', types: all.filter(isScalarType) }
  ].filter(({ types }) => types.length > 0)
}

/** Uses of a type as `Type.field`, arguments included. */
const usesOf = (schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> => {
  const uses = new Map<string, Set<string>>()
  const add = (type: GraphQLType, where: string) => {
    const { name } = getNamedType(type)
    uses.set(name, (uses.get(name) ?? new Set()).add(where))
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue
    for (const field of Object.values(type.getFields())) {
      add(field.type, `${type.name}.${field.name}`)
      for (const argument of 'args' in field ? field.args : []) add(argument.type, `${type.name}.${field.name}`)
    }
  }
  return new Map([...uses].map(([name, places]) => [name, [...places]]))
}

/** `[Post!]!` with a link to the type. */
const typeLink = (type: GraphQLType): Html => {
  if (isNonNullType(type)) return html`${typeLink(type.ofType)}!`
  if (isListType(type)) return html`[${typeLink(type.ofType)}]`
  const { name } = getNamedType(type)
  return html`<a href="#${name}">${name}</a>`
}

const plainValue = (value: unknown) => JSON.stringify(value)

const deprecation = (reason: string | null | undefined): Html | null =>
  reason == null ? null : html`<p class="deprecated"><strong>Deprecated.</strong> ${prose(reason)}</p>`

/** The default of an argument or input field, after `lead`; null without one. */
const defaultText = (input: GraphQLArgument | GraphQLInputField, lead: string): string | null => {
  const value = defaultValueOf(input)
  return value === undefined ? null : `${lead}${plainValue(value)}`
}

const argumentList = (args: readonly GraphQLArgument[]): Html | null =>
  args.length === 0
    ? null
    : html`<dl class="arguments">${args.map(
        (argument) =>
          html`<dt><code>${argument.name}: ${typeLink(argument.type)}${defaultText(argument, ' = ')}</code>${isRequiredArgument(argument) ? html` <span class="tag">required</span>` : null}</dt><dd>${prose(argument.description ?? '')}${deprecation(argument.deprecationReason)}</dd>`
      )}</dl>`

/** Cost of a field beyond its parent. */
const costNote = (field: AnyField): string | null => {
  const { reads, readCost, lookUp } = (field.extensions.cost ?? {}) as CostHints
  if (typeof reads === 'function')
    return isListType(getNullableType(field.type)) ? 'one read an element' : 'one read or two'
  if (typeof reads === 'number' && reads > 0)
    return reads === 1 ? `one read${readCost === undefined ? '' : `, which counts ${readCost}`}` : `${reads} reads`
  return lookUp === true ? 'one read unless the parent has it' : null
}

/** Meaning of `@semanticNonNull` for strict clients. */
const nullNote = (field: AnyField): Html | null =>
  'args' in field && isSemanticNonNull(field) ? html` <span class="tag">null only with an error</span>` : null

const fieldRow = (type: GraphQLNamedType, field: AnyField): Html => {
  const args = 'args' in field ? field.args : []
  const cost = costNote(field)
  const isRequired = !('args' in field) && isRequiredInputField(field)
  const byDefault = 'args' in field ? null : defaultText(field, 'default ')
  const links = graphQLEquivalents
    .filter(({ coordinate }) => coordinate === `${type.name}.${field.name}`)
    .map(
      ({ operation, fields, address }, index) =>
        html`${index === 0 ? '' : html`<br>`}In REST: <a href="/docs#${operation.id}"><code>GET ${operation.path}</code></a>. <a href="${running(address)}">Run ${fields.join('.')} in GraphiQL</a>`
    )
  return html`<tr id="${type.name}.${field.name}"><th scope="row"><a class="name" href="#${type.name}.${field.name}"><code${field.deprecationReason == null ? null : raw(' class="gone"')}>${field.name}</code></a></th><td class="type"><code>${typeLink(field.type)}</code>${byDefault === null ? null : html` <span class="quiet">${byDefault}</span>`}</td><td class="wide">${prose(field.description ?? '')}${isRequired ? html` <span class="tag">required</span>` : null}${cost === null ? null : html` <span class="tag">${cost}</span>`}${nullNote(field)}${deprecation(field.deprecationReason)}${argumentList(args)}${links.length === 0 ? null : html`<p class="equivalents">${links}</p>`}</td></tr>`
}

const fieldTable = (type: GraphQLNamedType, fields: readonly AnyField[]): Html =>
  html`<div class="scroll fields" data-rows tabindex="0" role="region" aria-label="Fields of ${type.name}"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Description</th></tr></thead><tbody>${fields.map((field) => fieldRow(type, field))}</tbody></table></div>`

const valueTable = (type: GraphQLEnumType): Html =>
  html`<div class="scroll fields" data-rows tabindex="0" role="region" aria-label="Values of ${type.name}"><table><thead><tr><th scope="col">Value</th><th scope="col">Description</th></tr></thead><tbody>${type
    .getValues()
    .map(
      (value) =>
        html`<tr id="${type.name}.${value.name}"><th scope="row"><code>${value.name}</code></th><td class="wide">${prose(value.description ?? '')}${deprecation(value.deprecationReason)}</td></tr>`
    )}</tbody></table></div>`

const kindOf = (type: GraphQLNamedType): string => {
  if (isInterfaceType(type)) return 'interface'
  if (isUnionType(type)) return 'union'
  if (isInputObjectType(type)) return type.isOneOf ? 'input, exactly one of its fields' : 'input'
  if (isEnumType(type)) return 'enum'
  return isScalarType(type) ? 'scalar' : 'type'
}

const names = (label: string, links: readonly { href: string; text: string }[]): Html | null =>
  links.length === 0
    ? null
    : html`<dt>${label}</dt><dd>${links.map(({ href, text }, index) => [index === 0 ? '' : ', ', html`<a href="#${href}"><code>${text}</code></a>`])}</dd>`

const shownUses = 12

const usedIn = (places: readonly string[]): Html | null => {
  const link = (text: string) => ({ href: text, text })
  if (places.length <= shownUses) return names('Used in', places.map(link))
  const owners = [...new Set(places.map((place) => place.split('.')[0] ?? ''))]
  return names(`Used in ${places.length} fields of`, owners.map(link))
}

const typeSection = (schema: GraphQLSchema, type: GraphQLNamedType, uses: readonly string[]): Html => {
  const members = isInterfaceType(type) || isUnionType(type) ? schema.getPossibleTypes(type) : []
  const parents = isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : []
  const toLink = ({ name }: GraphQLNamedType) => ({ href: name, text: name })
  const fields =
    isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : []
  const specifiedBy = isScalarType(type) ? type.specifiedByURL : null
  const facts = [
    names('Implements', parents.map(toLink)),
    names(isUnionType(type) ? 'One of' : 'Implemented by', members.map(toLink)),
    specifiedBy == null ? null : html`<dt>Specified by</dt><dd><code>${specifiedBy}</code></dd>`,
    usedIn(uses)
  ].filter((fact) => fact !== null)
  return html`<section class="record" id="${type.name}" data-entry="type" aria-labelledby="${type.name}-title"><div data-about><h3 id="${type.name}-title">${type.name} <span class="kind">${kindOf(type)}</span></h3><p>${prose(type.description ?? '')}</p></div>
${facts.length === 0 ? null : html`<dl class="facts beside">${facts}</dl>`}
${fields.length === 0 ? null : fieldTable(type, fields)}${isEnumType(type) ? valueTable(type) : null}</section>`
}

/** The schema as a page: every type with its fields, arguments, meaning and uses. */
export const schemaReference = (schema: GraphQLSchema): PageParts => {
  const groups = groupsOf(schema)
  const uses = usesOf(schema)
  const count = groups.reduce((sum, { types }) => sum + types.filter((type) => !isSpecifiedScalarType(type)).length, 0)
  const contents = groups.map(
    ({ id, title, types }) =>
      html`<li><a href="#${id}">${title}</a><ul>${types.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}</ul></li>`
  )
  const sections = groups.map(
    ({ id, title, about, types }) =>
      html`<section id="${id}" data-group="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2><p class="quiet">${prose(about)}</p>${types.map((type) => typeSection(schema, type, uses.get(type.name) ?? []))}</section>`
  )
  return {
    title: 'GraphQL schema · clipgraph',
    description: `The ${count} types of the clipgraph graph, field by field.`,
    path: '/docs/schema',
    script: 'filter',
    body: html`<div class="reference"><nav class="toc" aria-label="Types"><ul>${contents}</ul></nav><main id="main"><h1>GraphQL schema</h1>
<p class="lead">${count} types, with what each field means, takes and costs. The same as a file: <a href="/schema.graphql">schema.graphql</a>, and <a href="/docs/generate-types">for code generators</a>. What a query may be: <a href="/docs/limits">limits</a>.</p>
${filterForm('types and fields', 'for example cursor, or User.posts')}
${nothingFound(html`Try one word of a name or description, such as <code>plays</code> or <code>scorecard</code>.`)}
${sections}</main></div>`
  }
}
