/** Nothing of what is inside may be told: stacks, paths, names of libraries, SQL. */
export const internals =
  /\\n\s+at |:\d+:\d+\)|node_modules|node:|\/work\/|\/src\/|\.ts\b|fastify|find-my-way|yoga|pothos|sqlite|SELECT|FST_|HPE_|llhttp|SyntaxError|TypeError|Unexpected token/i
