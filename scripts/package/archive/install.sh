#!/bin/sh
# Installs this archive as a service of systemd, upgrades an installation to it, or removes one.
#
#   ./install.sh               installs or upgrades; settings in /etc/orrery and data in /var/lib/orrery stay
#   ./install.sh --remove      removes service and programs; settings, data and the user stay
#   ./install.sh --root DIR    works below DIR, for images and packages: makes no user and starts nothing
set -eu
umask 022

here=$(cd "$(dirname "$0")" && pwd -P)
root=''
action=install
while [ $# -gt 0 ]; do
  case $1 in
    --remove) action=remove ;;
    --root)
      root=${2:?--root needs a folder}
      mkdir -p "$root"
      root=$(cd "$root" && pwd -P)
      shift
      ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 1 ;;
  esac
  shift
done

fail() { echo "install.sh: $1" >&2; exit 1; }

programs=$root/opt/orrery
settings=$root/etc/orrery
data=$root/var/lib/orrery
unit=$root/etc/systemd/system/orrery.service
command=$root/usr/local/bin/orrery
target=/opt/orrery/current/service-command
has_command() { [ -L "$command" ] && [ "$(readlink "$command")" = "$target" ]; }

if [ -z "$root" ]; then
  [ "$(id -u)" = 0 ] || fail 'run this as root, or with --root DIR'
  [ -d /run/systemd/system ] || fail 'systemd does not run here; run ./orrery start, or use --root DIR for an image'
fi

if [ "$action" = remove ]; then
  if [ -z "$root" ]; then systemctl disable --now orrery.service || true; fi
  if has_command; then rm "$command"; fi
  rm -rf "$unit" "$programs"
  if [ -z "$root" ]; then systemctl daemon-reload; fi
  echo "Orrery is removed. The settings in $settings, the data in $data and the user orrery stay."
  exit 0
fi

(cd "$here" && sha256sum --check --quiet SHA256SUMS) || fail 'this archive is damaged: unpack it again'
version=$("$here/bin/node" "$here/lib/node_modules/orrery/bin/orrery.js" --version) ||
  fail "the programs of this archive do not run on $(uname -m)"
if [ -e "$command" ] || [ -L "$command" ]; then
  has_command || fail "$command is of another installation: remove it first (npm uninstall --global orrery)"
fi
if [ -z "$root" ]; then
  getent passwd orrery >/dev/null ||
    useradd --system --user-group --home-dir /var/lib/orrery --no-create-home --shell /usr/sbin/nologin orrery
fi

# Copies only what the archive was made of: a start of the unpacked archive leaves a master key in it. The programs of a
# version come into place as a whole; those of the same version are missing between two renames.
mkdir -p "$programs"
chmod 755 "$programs"
if ! [ "$here" -ef "$programs/$version" ]; then
  rm -rf "$programs/new" "$programs/old"
  mkdir "$programs/new"
  {
    sed 's/^[0-9a-f]*  //' "$here/SHA256SUMS"
    printf '%s\n' SHA256SUMS bin/orrery
  } | (cd "$here" && xargs -d '\n' cp --parents --no-dereference -t "$programs/new" --)
  chmod -R u=rwX,go=rX "$programs/new"
  if [ -e "$programs/$version" ]; then mv -T "$programs/$version" "$programs/old"; fi
  mv -T "$programs/new" "$programs/$version"
  rm -rf "$programs/old"
fi

# Sets rights of what it makes, and leaves those that somebody has set later.
give() {
  if [ -z "$root" ]; then chown -R root:orrery "$1"; fi
  chmod -R o= "$1"
}
mkdir -p "$data" "$(dirname "$settings")" "$(dirname "$unit")" "$(dirname "$command")"
if [ ! -e "$settings" ]; then
  mkdir "$settings"
  give "$settings"
fi
if [ ! -e "$settings/orrery.env" ]; then
  cat >"$settings/orrery.env" <<'SETTINGS'
# Settings of the service, one NAME=value in each line, without quotes. docs/configuration.md lists them.
# Only HTTPS is answered: with a certificate made by the service, with one of yours, or behind a proxy.
ORRERY_TLS_SELF_SIGNED=true
# Files of yours have to be readable by the group orrery: chown root:orrery FILE, chmod 640 FILE.
#ORRERY_TLS_CERT=/etc/orrery/certificate.pem
#ORRERY_TLS_KEY=/etc/orrery/key.pem
#ORRERY_TRUST_PROXY=127.0.0.1
#ORRERY_HOST=0.0.0.0
#ORRERY_PUBLIC_URL=https://analytics.example.com
SETTINGS
  give "$settings/orrery.env"
fi
if [ ! -e "$settings/project" ]; then
  (cd "$settings" && "$here/bin/node" "$here/lib/node_modules/orrery/bin/orrery.js" init project >/dev/null)
  give "$settings/project"
fi
if [ -z "$root" ]; then chown orrery:orrery "$data"; fi
chmod 700 "$data"

if [ -z "$root" ]; then
  run() { (cd / && "$programs/$version/service-command" "$@"); }
  run upgrade --check || fail "$version is not switched to, because it would not start: see the lines above"
  if [ -e "$data/orrery.db" ]; then
    run backup "$data/before-$version-$(date -u +%Y%m%dT%H%M%SZ).backup" ||
      fail "$version is not switched to, because the metadata store cannot be backed up"
  fi
fi

ln -sfn "$version" "$programs/next"
mv -T "$programs/next" "$programs/current"
ln -sfn "$target" "$command"
cp "$here/orrery.service" "$unit"
chmod 644 "$unit"

if [ -n "$root" ]; then
  echo "Orrery $version is below $root. The image needs a system user orrery, which owns /var/lib/orrery, in a group that reads /etc/orrery."
  exit 0
fi
systemctl daemon-reload
systemctl enable --quiet orrery.service
systemctl restart orrery.service

# Waits for the lines that this start prints when it answers.
invocation=$(systemctl show --property InvocationID --value orrery.service)
address=''
seconds=0
while [ -z "$address" ]; do
  systemctl is-active --quiet orrery.service || fail "orrery.service does not start: journalctl -u orrery says why"
  [ "$seconds" -lt 120 ] || fail "orrery.service has not come up in $seconds seconds: see journalctl -u orrery"
  sleep 1
  seconds=$((seconds + 1))
  address=$(journalctl --quiet --no-pager --output cat "_SYSTEMD_INVOCATION_ID=$invocation" |
    sed -n 's|^ *Health  *\(http.*\)/readyz$|\1|p')
done
echo "Orrery $version runs as orrery.service: $address"
echo "  settings  $settings/orrery.env and $settings/project; then systemctl restart orrery"
echo "  logs      journalctl -u orrery"
echo "  checks    orrery doctor"
echo "  sign-in   orrery user link admin --public-url $address"
echo "  The first start of all has printed an admin key, which stays in the journal: orrery key list, orrery key revoke ID"
