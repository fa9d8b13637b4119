/** Faults of settings that do not go together. */
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { COLLECTOR_PATH, SCRIPT_PATH } from '../core/visitor-paths.ts';
import type { Config } from './options.ts';

/** The settings as far as each by itself is good. */
type Values = Partial<Config>;

/** Returns a line for each fault. */
export const findConflicts = (values: Values): string[] =>
  [...mailFaults(values), ...exportFaults(values), ...tlsFaults(values), ...pathFaults(values)].filter(
    fault => fault !== null,
  );

const mailFaults = ({ smtpUrl, mailFrom }: Values) => [
  typeof smtpUrl === 'string' && mailFrom === null
    ? 'FOOTFALL_MAIL_FROM is required with FOOTFALL_SMTP_URL: the address that mails come from'
    : null,
];

function exportFaults({ exportUrl, s3AccessKeyId, s3SecretAccessKey, data }: Values) {
  const hasKey = s3AccessKeyId !== null && s3SecretAccessKey !== null;
  return [
    exportUrl?.kind === 'bucket' && !hasKey
      ? 'FOOTFALL_S3_ACCESS_KEY_ID and FOOTFALL_S3_SECRET_ACCESS_KEY are required with an s3:// address in FOOTFALL_EXPORT_URL'
      : null,
    exportUrl?.kind === 'folder' && data !== undefined && isInside(exportUrl.path, data)
      ? 'FOOTFALL_EXPORT_URL must name a folder outside of the data folder, which it is to outlive'
      : null,
  ];
}

const isInside = (path: string, folder: string): boolean =>
  resolve(path) === resolve(folder) || resolve(path).startsWith(`${resolve(folder)}/`);

function tlsFaults({ tls, tlsCert, tlsKey, baseUrl, httpPort }: Values) {
  const hasFiles = typeof tlsCert === 'string' && typeof tlsKey === 'string';
  const hasTls = tls === 'acme' || hasFiles;
  return [
    typeof tlsCert === 'string' && tlsKey === null
      ? 'FOOTFALL_TLS_KEY is required with FOOTFALL_TLS_CERT'
      : null,
    typeof tlsKey === 'string' && tlsCert === null
      ? 'FOOTFALL_TLS_CERT is required with FOOTFALL_TLS_KEY'
      : null,
    tls === 'acme' && hasFiles ? 'FOOTFALL_TLS=acme and FOOTFALL_TLS_CERT exclude each other' : null,
    hasTls && baseUrl?.startsWith('http:')
      ? `FOOTFALL_BASE_URL must begin with https:// where the server has its own TLS, got ${JSON.stringify(baseUrl)}`
      : null,
    tls === 'acme' && (baseUrl === null || (baseUrl !== undefined && !hasDomainName(baseUrl)))
      ? 'FOOTFALL_BASE_URL is required with FOOTFALL_TLS=acme, with the domain name that the certificate is for, such as https://stats.example.org'
      : null,
    typeof httpPort === 'number' && !hasTls && tlsCert !== undefined && tls !== undefined
      ? 'FOOTFALL_HTTP_PORT is for a server with its own TLS: set FOOTFALL_TLS_CERT and FOOTFALL_TLS_KEY, or FOOTFALL_TLS=acme'
      : null,
  ];
}

function pathFaults({ scriptPath, collectorPath }: Values) {
  const isMixedUp =
    scriptPath === COLLECTOR_PATH || collectorPath === SCRIPT_PATH || scriptPath === collectorPath;
  return [
    isMixedUp && scriptPath !== undefined
      ? `FOOTFALL_SCRIPT_PATH and FOOTFALL_COLLECTOR_PATH must be two names, the first not ${COLLECTOR_PATH}, the second not ${SCRIPT_PATH}`
      : null,
  ];
}

/** Returns whether a base URL has a name that authorities certify, and no address. */
function hasDomainName(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname.includes('.') && !hostname.startsWith('[') && !ipaddr.isValid(hostname);
}
