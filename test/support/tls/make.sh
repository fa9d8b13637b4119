#!/bin/sh
# Makes the certificates of the tests anew, with openssl 3: an authority of our own, a certificate by it that holds for
# a hundred years, one that expired long ago, and one signed by itself. The keys guard nothing: they are for loopback.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
key="-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"

openssl req -x509 $key -keyout "$work/ca.key" -out authority.pem -days 36500 -subj "/CN=Footfall test authority" \
  -addext "basicConstraints=critical,CA:TRUE" -addext "keyUsage=critical,keyCertSign"
openssl req -x509 $key -keyout self-signed.key -out self-signed.pem -days 36500 -subj "/CN=self.test" \
  -addext "subjectAltName=DNS:self.test"

touch "$work/index"
echo 01 > "$work/serial"
cat > "$work/ca.conf" <<CONF
[ca]
default_ca = authority
[authority]
database = $work/index
serial = $work/serial
new_certs_dir = $work
default_md = sha256
policy = anything
unique_subject = no
[anything]
commonName = supplied
[leaf]
subjectAltName = \$ENV::NAMES
extendedKeyUsage = serverAuth
CONF

sign() { # file, names, first day, last day
  export NAMES="$2"
  openssl req -new $key -keyout "$1.key" -out "$work/$1.csr" -subj "/CN=$1.test"
  openssl ca -batch -notext -config "$work/ca.conf" -extensions leaf -cert authority.pem -keyfile "$work/ca.key" \
    -in "$work/$1.csr" -out "$1.pem" -startdate "$3" -enddate "$4"
}
sign valid "DNS:valid.test,DNS:*.valid.test,IP:127.0.0.1" 20200101000000Z 21200101000000Z
sign expired "DNS:expired.test" 20200101000000Z 20210101000000Z
