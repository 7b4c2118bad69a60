#!/bin/sh
# The program of the services in localstack-compose.yml: `in-container.sh deploy|edge|start`. The
# project's folder is mounted at /source, a volume at /imagewell.
#
# A container begins as root, and root's files in a mounted folder are a nuisance. The folder itself
# shows its owner: UID is no variable of the environment in most shells, and with a rootless Docker
# the owner is root here.
set -eu
SOURCE=${SOURCE:-/source}
APP=${APP:-/imagewell}
DATA=${DATA:-/data}

if [ "${2:-}" != as-owner ]; then
  owner=$(stat -c %u:%g "$SOURCE")
  # a new volume is root's
  for volume in "$APP" "$DATA"; do [ ! -d "$volume" ] || chown "$owner" "$volume"; done
  exec setpriv --reuid "${owner%:*}" --regid "${owner#*:}" --clear-groups \
    env HOME="$APP/.home" npm_config_update_notifier=false sh "$0" "$1" as-owner
fi

# Without what git ignores: packages of another system, and images of users.
copy_source() {
  find . -mindepth 1 -maxdepth 1 ! -name node_modules ! -name .cloud ! -name layers ! -name .home -exec rm -rf {} +
  sed 's,/$,,' "$SOURCE/.gitignore" | tar -C "$SOURCE" --exclude=.git --exclude-from=- -cf - . | tar -xf -
}
# Only where the lock has changed, and the mark only once it is done.
install_packages() {
  cmp -s package-lock.json node_modules/.imagewell-lock || { npm ci && cp package-lock.json node_modules/.imagewell-lock; }
}

mkdir -p "$APP" "$HOME"
cd "$APP"
case $1 in
  deploy)
    copy_source
    install_packages
    npm run --silent localstack -- deploy
    mkdir -p "$SOURCE/.cloud/localstack"
    cp .cloud/localstack/credentials.json .cloud/localstack/outputs.json "$SOURCE/.cloud/localstack/"
    echo "the keys are in .cloud/localstack/credentials.json of this folder"
    ;;
  edge) exec npm run --silent localstack -- edge ;;
  start)
    copy_source
    install_packages
    exec npm start -- --host 0.0.0.0 --data "$DATA"
    ;;
  *) echo "deploy, edge or start?" >&2 && exit 2 ;;
esac
