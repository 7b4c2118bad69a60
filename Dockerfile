# The service in a container: docs/guides/docker.md. No stage runs a program of the target's
# processor, so arm64 is built on amd64 without emulation.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim
# clone: the package is packed from these sources; tarball: it is taken from .build/packages.
ARG PACKAGE_FROM=clone

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS package-of-clone
WORKDIR /source
COPY . .
RUN npm ci && npm run --silent pack:imagewell && mkdir /package && mv .build/packages/imagewell-[0-9]*.tgz /package/

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS package-of-tarball
COPY .build/packages/imagewell-[0-9]*.tgz /package/

# hadolint ignore=DL3006
FROM package-of-${PACKAGE_FROM} AS package

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS installed
ARG TARGETARCH
WORKDIR /opt/imagewell
COPY --from=package /package /package
# npm's word for amd64 is x64
RUN cpu="$TARGETARCH"; if [ "$cpu" = amd64 ]; then cpu=x64; fi; \
    npm install --omit=dev --no-package-lock --no-audit --no-fund --ignore-scripts \
      --os=linux --libc=glibc --cpu="$cpu" /package/imagewell-*.tgz && \
    mkdir --mode=700 /data
# a label must not name another version than the package
ARG VERSION
RUN installed="$(node --print 'require("./node_modules/imagewell/package.json").version')" && \
    if [ "${VERSION:-$installed}" != "$installed" ]; then echo "the package has version $installed"; exit 1; fi

FROM ${NODE_IMAGE}
ARG NODE_IMAGE
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="imagewell" \
      org.opencontainers.image.description="Image hosting and transformation" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.base.name="${NODE_IMAGE}"
COPY --from=installed /opt/imagewell/node_modules /opt/imagewell/node_modules
COPY --from=installed --chown=1000:1000 /data /data
ENV NODE_ENV=production \
    PATH=/opt/imagewell/node_modules/.bin:$PATH \
    HOME=/tmp \
    DATA_DIR=/data \
    NODE_OPTIONS=--max-semi-space-size=8 \
    IMAGEWELL_HOST=0.0.0.0 \
    PORT=8080
WORKDIR /data
VOLUME /data
EXPOSE 8080
# the user node of the base image; a number, so that Kubernetes can prove that it isn't root
USER 1000:1000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["imagewell"]
CMD ["start"]
