# Not built where it was written, for want of a container engine; scripts/bare-machine.sh takes the same steps on a minimal Debian.
FROM node:24-slim AS install
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json ./client/
RUN npm ci --omit=dev

# The Node that runs it comes from the lockfile, so the base needs none.
FROM debian:stable-slim
WORKDIR /app
COPY --from=install /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY bin ./bin
COPY migrations ./migrations
COPY src ./src
COPY client ./client
RUN useradd --system --no-create-home latchkey && mkdir /data && chown latchkey /data
USER latchkey
ENV NODE_ENV=production DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["bin/latchkey"]
