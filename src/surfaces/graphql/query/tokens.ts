import { GraphQLError, Lexer, Source, TokenKind } from 'graphql'
import type { QueryLimits } from '../../../core/config/config.ts'
import { beyond, fixedLimits } from './limits.ts'

const opening = new Set<TokenKind>([TokenKind.PAREN_L, TokenKind.BRACKET_L, TokenKind.BRACE_L])
const closing = new Set<TokenKind>([TokenKind.PAREN_R, TokenKind.BRACKET_R, TokenKind.BRACE_R])

/**
 * Refuses a document by its tokens alone, before parsing, which costs little in comparison; null when it is within the limits. The parser
 * counts tokens too, but recurses for each bracket.
 */
export const excessOfTokens = (text: string, limits: QueryLimits): GraphQLError | null => {
  const lexer = new Lexer(new Source(text))
  let tokens = 0
  let directives = 0
  let nesting = 0
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      const { kind, start, end } = token
      tokens += 1
      if (tokens > limits.tokens) return beyond('tokens', tokens, limits.tokens)
      if (kind === TokenKind.NAME && end - start > fixedLimits.nameLength) {
        return beyond('nameLength', end - start, fixedLimits.nameLength)
      }
      if (kind === TokenKind.AT) directives += 1
      else if (closing.has(kind)) nesting -= 1
      else if (opening.has(kind)) {
        nesting += 1
        if (nesting > fixedLimits.nesting) return beyond('nesting', nesting, fixedLimits.nesting)
      }
    }
  } catch (error) {
    // The parser reports invalid tokens, or an earlier error.
    if (!(error instanceof GraphQLError)) throw error
  }
  return directives > limits.directives ? beyond('directives', directives, limits.directives) : null
}
