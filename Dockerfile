# Not built where it was written, for want of a registry of images; scripts/bare-machine.sh takes the same steps on a minimal Debian.
FROM node:24-slim AS package
WORKDIR /build
COPY . .
RUN npm ci --omit=dev && npm run package -- --folder /app

# The Node that runs it comes with the package, so the base needs none.
FROM debian:stable-slim
WORKDIR /app
COPY --from=package /app ./
RUN useradd --system --no-create-home latchkey && mkdir /data && chown latchkey /data
USER latchkey
ENV NODE_ENV=production DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node_modules/.bin/node", "-e", "fetch('http://127.0.0.1:3000/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["bin/latchkey"]
