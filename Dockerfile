# Also what package.json develops on; a test holds them together. Written out, as what proposes updates changes no arguments.
FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1 AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json README.md LICENSE CHANGELOG.md ./
COPY packages ./packages
COPY schema ./schema
COPY src ./src
# OpenTelemetry is a development dependency as well, which `--omit=dev` would remove.
RUN node packages/build.ts && npm pkg delete devDependencies && npm prune --ignore-scripts

FROM node:26.10.0-slim@sha256:ec7758ee051e457b468b32bde57b0879010b325bb9862718e9615225ce4aaae1
LABEL org.opencontainers.image.title="clipgraph" \
      org.opencontainers.image.description="Public short-video data as one typed GraphQL graph and a REST API" \
      org.opencontainers.image.licenses="MIT"
# Production: DATA_URL must be set. `--env DATA_URL=demo:` serves sample data, which are invented.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
WORKDIR /app
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist/clipgraph ./
# Nothing else is written, so the rest may be read-only. Whoever the container is told to run as has to be able to.
RUN mkdir -m 1777 data
# By number, so that it can be seen that it is not root.
USER 1000:1000
VOLUME /app/data
EXPOSE 4000
STOPSIGNAL SIGTERM
# A first start with demo: makes a data set.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# No shell and no npm in between: signals reach the server.
CMD ["node", "src/commands/main.js", "serve"]
