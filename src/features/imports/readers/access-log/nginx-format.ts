/**
 * Compiles a `log_format` of nginx to a parser of its lines. Source: nginx, ngx_http_log_module and the variables of its
 * modules.
 */
import { CommandError } from '../../../../core/errors.ts';
import { PURPOSE_HEADERS } from '../../../../ingest/prefetch.ts';
import { findOwn } from '../../../../lib/find-own.ts';
import {
  findQuote,
  type LogRequest,
  orEmpty,
  type ParseLine,
  setRequestLine,
  unescapeField,
} from './request.ts';

const first = (list: string): string => list.split(',')[0]?.trim() ?? '';
const withTarget = (target: string, request: LogRequest): void => {
  const mark = request.target.indexOf('?');
  request.target = mark === -1 ? target : target + request.target.slice(mark);
};

/** Returns the variable of a request's header. */
export const toVariable = (header: string): string => `http_${header.toLowerCase().replaceAll('-', '_')}`;

function addPurpose(value: string, request: LogRequest): void {
  request.purpose += ` ${value}`;
}

/** What the variables that matter say. Where several say the same, the last one counts, except for addresses: the first. */
const SETTERS: Readonly<Record<string, (value: string, request: LogRequest) => void>> = {
  ...Object.fromEntries(
    [
      'remote_addr',
      'realip_remote_addr',
      'http_x_real_ip',
      'http_x_forwarded_for',
      'http_cf_connecting_ip',
    ].map(name => [
      name,
      (value: string, request: LogRequest) => {
        if (request.address === '') request.address = first(value);
      },
    ]),
  ),
  ...Object.fromEntries(
    ['time_local', 'time_iso8601', 'msec'].map(name => [
      name,
      (value: string, request: LogRequest) => {
        request.time = value;
      },
    ]),
  ),
  ...Object.fromEntries(
    ['host', 'http_host', 'server_name'].map(name => [
      name,
      (value: string, request: LogRequest) => {
        if (request.host === undefined && value !== '' && value !== '_') request.host = value;
      },
    ]),
  ),
  request: setRequestLine,
  request_method: (value, request) => {
    request.method = value;
  },
  request_uri: (value, request) => {
    request.target = value;
  },
  uri: withTarget,
  document_uri: withTarget,
  args: (value, request) => {
    if (value && !request.target.includes('?')) request.target += `?${value}`;
  },
  query_string: (value, request) => {
    if (value && !request.target.includes('?')) request.target += `?${value}`;
  },
  status: (value, request) => {
    request.status = Number(value) || 0;
  },
  http_referer: (value, request) => {
    request.referrer = value;
  },
  http_user_agent: (value, request) => {
    request.userAgent = value;
  },
  ...Object.fromEntries(PURPOSE_HEADERS.map(name => [toVariable(name), addPurpose])),
};

/** Variables that a log may have as well, and families of them; what they say is not needed. */
const OTHERS = new Set(
  `ancient_browser modern_browser binary_remote_addr body_bytes_sent bytes_received bytes_sent connection connection_requests
  connection_time connections_active connections_reading connections_waiting connections_writing content_length content_type
  date_gmt date_local document_root gzip_ratio hostname https http2 http3 invalid_referer is_args is_request_port limit_conn_status
  limit_rate limit_req_status memcached_key nginx_version otel_trace_id otel_span_id pid pipe protocol proxy_add_x_forwarded_for proxy_host
  proxy_port proxy_protocol_addr proxy_protocol_port proxy_protocol_server_addr proxy_protocol_server_port quic realip_remote_port
  realpath_root remote_port remote_user request_body request_body_file request_completion request_filename request_id request_length
  request_port request_time scheme secure_link secure_link_expires sent_http_status server_addr server_port server_protocol session_time slice_range
  spdy ssi_id tcpinfo_rtt tcpinfo_rttvar tcpinfo_snd_cwnd tcpinfo_rcv_space uid_got uid_reset uid_set ignored`.split(
    /\s+/,
  ),
);
const FAMILIES =
  /^(?:http|sent_http|sent_trailer|trailer|arg|cookie|ssl|upstream|upstream_http|upstream_cookie|upstream_trailer|geoip|geoip2|jwt|js|proxy_protocol_tlv|fastcgi|uwsgi|session_log)_\w+$/;

/** A part of the format: a text, or a variable and the text after it. */
interface Part {
  readonly name: string;
  readonly literal: string;
}

const VARIABLE = /\$(?:\{(\w+)\}|(\w+))/g;
/** `log_format main escape=json '…' '…';`, as it is in the configuration. */
const DIRECTIVE = /^\s*log_format\s+\S+\s+(?:escape=(\w+)\s+)?/;

/** Takes the format out of its directive. */
function unwrap(given: string): { readonly format: string; readonly isJson: boolean } {
  const directive = DIRECTIVE.exec(given);
  if (!directive) return { format: given, isJson: given.trimStart().startsWith('{') };
  const rest = given.slice(directive[0].length);
  const pieces = [...rest.matchAll(/'([^']*)'|"([^"]*)"/g)].map(
    ([, single, double]) => single ?? double ?? '',
  );
  const format = pieces.length > 0 ? pieces.join('') : rest.replace(/;\s*$/, '');
  return { format, isJson: directive[1] === 'json' };
}

function splitFormat(format: string): { readonly lead: string; readonly parts: readonly Part[] } {
  const found = [...format.matchAll(VARIABLE)];
  const parts = found.map((match, index): Part => {
    const end = match.index + match[0].length;
    return { name: match[1] ?? match[2] ?? '', literal: format.slice(end, found[index + 1]?.index) };
  });
  return { lead: format.slice(0, found[0]?.index ?? format.length), parts };
}

const REQUIRED = [
  ['time', /^(time_local|time_iso8601|msec)$/, '$time_local'],
  ['request', /^(request|request_uri|uri|document_uri)$/, '$request'],
  ['status', /^status$/, '$status'],
] as const;

function checkParts(parts: readonly Part[]): void {
  const unknown = parts.find(
    ({ name }) => !(Object.hasOwn(SETTERS, name) || OTHERS.has(name) || FAMILIES.test(name)),
  );
  if (unknown)
    throw new CommandError(
      `the log format has the unknown variable $${unknown.name}: write $ignored where it is one of your own`,
    );
  const joined = parts.findIndex(({ literal }, index) => literal === '' && index < parts.length - 1);
  if (joined !== -1)
    throw new CommandError(
      `the log format has nothing between $${parts[joined]?.name} and $${parts[joined + 1]?.name}: it is unclear where one ends`,
    );
  for (const [what, pattern, example] of REQUIRED)
    if (!parts.some(({ name }) => pattern.test(name)))
      throw new CommandError(`the log format has no ${what}: ${example} is missing`);
}

const unescapeJson = (text: string): string => {
  try {
    return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text;
  } catch {
    return unescapeField(text);
  }
};

/** Compiles a format. Throws a `CommandError` that names an unknown variable, or what is missing. */
export function compileLogFormat(given: string): ParseLine {
  const { format, isJson } = unwrap(given);
  const { lead, parts } = splitFormat(format.trim());
  checkParts(parts);
  const decode = isJson ? unescapeJson : unescapeField;
  const steps = parts.map(({ name, literal }) => ({ name, literal, set: findOwn(SETTERS, name) }));
  const hasAgent = parts.some(({ name }) => name === 'http_user_agent');
  const hasMethod = parts.some(({ name }) => name === 'request' || name === 'request_method');
  return (line, request) => {
    if (!line.startsWith(lead)) return 'is not in the log format: it begins in another way';
    request.address = '';
    request.host = undefined;
    request.referrer = '';
    request.purpose = '';
    request.target = '';
    request.method = hasMethod ? '' : 'GET';
    request.userAgent = hasAgent ? '' : undefined;
    let at = lead.length;
    for (const { name, literal, set } of steps) {
      const end =
        literal === ''
          ? line.length
          : literal.startsWith('"')
            ? findLiteral(line, at, literal)
            : line.indexOf(literal, at);
      if (end === -1) return `is not in the log format: $${name} does not end as it should`;
      if (set) set(orEmpty(decode(line.slice(at, end))), request);
      at = end + literal.length;
    }
    return undefined;
  };
}

/** Finds a literal that begins with a quotation mark, which is escaped within a value. */
function findLiteral(line: string, from: number, literal: string): number {
  for (let at = findQuote(line, from); at !== -1; at = findQuote(line, at + 1))
    if (line.startsWith(literal, at)) return at;
  return -1;
}
