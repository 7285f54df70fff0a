# One image for every process: its own command starts the API; the worker and `migrate` are given theirs.
FROM node:24.11.1-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json ./packages/client/package.json
COPY packages/dashboard/package.json ./packages/dashboard/package.json
COPY packages/widget/package.json ./packages/widget/package.json
COPY tools/patches ./tools/patches
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY api ./api
COPY workflows ./workflows
COPY activities ./activities
COPY worker ./worker
COPY packages ./packages
COPY docs ./docs
COPY examples ./examples
COPY bin ./bin
# Which commit this is: docker build --build-arg SOURCE_COMMIT=$(git rev-parse --short=12 HEAD) --build-arg SOURCE_DATE=…
ARG SOURCE_COMMIT
ARG SOURCE_DATE
RUN npm run build
COPY deploy/slim.sh ./deploy/slim.sh
# The dashboard's packages are in its build.
RUN npm prune --omit=dev --workspaces=false && rm -rf node_modules/@partner-events && deploy/slim.sh

FROM node:24.11.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/var/lib/partner-events
# Node 24 frees buffers only when it collects young objects. By default it does so rarely: a worker that builds a bulk file then
# holds 180 MB instead of 145. See CMD for the API.
ENV NODE_OPTIONS="--enable-source-maps --max-semi-space-size=8"
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src/platform/database/migrations ./src/platform/database/migrations
COPY --from=build /app/src/platform/places/city-names.tsv ./src/platform/places/city-names.tsv
COPY --from=build /app/src/platform/pdf/fonts ./src/platform/pdf/fonts
COPY --from=build /app/bin ./bin
COPY --from=build /app/api/docs/assets ./api/docs/assets
COPY --from=build /app/api/documents/samples ./api/documents/samples
COPY --from=build /app/docs ./docs
COPY --from=build /app/examples ./examples
COPY --from=build /app/api/pages/pictures ./api/pages/pictures
COPY --from=build /app/dist ./dist
# Operators type `docker compose exec api partner-events …`. Bulk files go to DATA_DIR where no S3_ENDPOINT is set.
RUN ln -s /app/bin/partner-events.cjs /usr/local/bin/partner-events \
 && mkdir -p "$DATA_DIR" && chown node:node "$DATA_DIR"
USER node
EXPOSE 3000
# With 8 MB, a page of 20 events takes a tenth more processor time than with 16; from 24 MB on, a page of 100 takes up to 1.8 times as much.
CMD ["node", "--max-semi-space-size=16", "dist/api/server.js"]
