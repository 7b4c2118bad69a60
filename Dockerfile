# The service in a container: docs/guides/docker.md. No stage runs a program of the target's
# processor, so arm64 is built on amd64 without emulation.
# By its digest, which is that of both platforms; the tag before it is for readers and dependabot.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
# clone: the package is packed from these sources; tarball: it is taken from .build/packages.
ARG PACKAGE_FROM=clone

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS package-of-clone
WORKDIR /source
COPY . .
RUN npm ci && npm run --silent pack -- imagewell && mkdir /package && mv .build/packages/imagewell-[0-9]*.tgz /package/

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS package-of-tarball
COPY .build/packages/imagewell-[0-9]*.tgz /package/

# hadolint ignore=DL3006
FROM package-of-${PACKAGE_FROM} AS package

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS installed
ARG TARGETARCH
WORKDIR /opt/imagewell
# the packages beside the packed one, in the versions and with the checksums of the lockfile
COPY package.json package-lock.json .npmrc ./
COPY packages/imagewell/package.json packages/imagewell/
# npm's word for amd64 is x64
RUN cpu="$TARGETARCH"; if [ "$cpu" = amd64 ]; then cpu=x64; fi; \
    npm ci --workspace packages/imagewell --omit=dev --no-audit --no-fund --ignore-scripts \
      --os=linux --libc=glibc --cpu="$cpu" && \
    mkdir --mode=700 /data
COPY --from=package /package /package
# in place of the link to the workspace; a package of other dependencies than the lockfile's is none
RUN cd node_modules && rm imagewell && mkdir imagewell && \
    tar --extract --gzip --no-same-owner --strip-components=1 --directory=imagewell --file="$(ls /package/*.tgz)" && \
    chmod 755 imagewell/imagewell.cjs && ln -s ../imagewell/imagewell.cjs .bin/imagewell && \
    node --eval 'const read = (folder) => { \
      const { dependencies, optionalDependencies } = require(`${folder}/package.json`); \
      return JSON.stringify({ dependencies, optionalDependencies }); \
    }; \
    const [packed, locked] = ["/opt/imagewell/node_modules/imagewell", "/opt/imagewell/packages/imagewell"].map(read); \
    if (packed !== locked) throw new Error(`the package needs ${packed}, the lockfile has ${locked}`)'
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
    MALLOC_ARENA_MAX=2 \
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
