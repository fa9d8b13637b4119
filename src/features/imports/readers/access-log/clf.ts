/**
 * The common log format and its kin: combined, with a virtual host before it, and Traefik's, which appends fields. Lines are
 * scanned by hand: a regular expression takes several times as long. Source: Apache, mod_log_config; nginx,
 * ngx_http_log_module; Traefik, accesslog/logger_formatters.go, formats `common` and `genericCLF`.
 */
import { isIP } from 'node:net';
import { findQuote, orEmpty, type ParseLine, setRequestLine, statusAt, unescapeField } from './request.ts';

const NOT_CLF = 'is no line of an access log in the common or combined format';

interface Shape {
  /** Whether lines begin with the virtual host. */
  readonly hasHost: boolean;
  /** Whether user agents are recorded: Traefik writes a dash for each unless it is configured to keep that header. */
  readonly hasAgents: boolean;
}

/** Creates a parser of lines of one shape. */
const createParser =
  ({ hasHost, hasAgents }: Shape): ParseLine =>
  (line, request) => {
    // The name of a user may have spaces and brackets.
    const close = line.indexOf('] "');
    const open = line.lastIndexOf(' [', close);
    if (open <= 0 || close === -1) return NOT_CLF;
    const end = findQuote(line, close + 3);
    if (end === -1) return NOT_CLF;
    let start = 0;
    request.host = undefined;
    if (hasHost) {
      start = line.indexOf(' ') + 1;
      request.host = line.slice(0, start - 1);
    }
    const space = line.indexOf(' ', start);
    if (space > open) return NOT_CLF;
    request.address = orEmpty(line.slice(start, space));
    request.time = line.slice(open + 2, close);
    setRequestLine(unescapeField(line.slice(close + 3, end)), request);
    request.status = statusAt(line, end + 2);
    if (request.status === 0) return NOT_CLF;
    const bytes = line.indexOf(' ', end + 6);
    request.referrer = '';
    request.userAgent = undefined;
    if (bytes === -1 || line[bytes + 1] !== '"') return undefined;
    const referrerEnd = findQuote(line, bytes + 2);
    if (referrerEnd === -1) return NOT_CLF;
    request.referrer = orEmpty(unescapeField(line.slice(bytes + 2, referrerEnd)));
    if (line[referrerEnd + 2] !== '"') return undefined;
    const agentEnd = findQuote(line, referrerEnd + 3);
    if (agentEnd === -1) return NOT_CLF;
    if (hasAgents) request.userAgent = orEmpty(unescapeField(line.slice(referrerEnd + 3, agentEnd)));
    return undefined;
  };

const LINE = /^\S+ .*\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}\] "/;
const NO_AGENT = /" \d{3} \S+ "[^"]*" "-"/;
const TRAEFIK = /" \d+ "[^"]*" "[^"]*" \d+ms$/;

/** Number of lines at the beginning of a log, all without a user agent, from which on it is taken to record none. */
const MIN_LINES = 20;

const withoutPort = (text: string): string => text.replace(/^\[|\]?(:\d+)?$/g, '');

const hasHostFirst = (line: string): boolean => {
  const [first = '', second = ''] = line.split(' ', 2);
  return isIP(withoutPort(first)) === 0 && isIP(first) === 0 && isIP(withoutPort(second)) !== 0;
};

/** Returns the parser for a log, from its first lines; undefined when it is of another format. */
export function recogniseClf(lines: readonly string[]): ParseLine | undefined {
  const own = lines.filter(line => LINE.test(line));
  if (own.length === 0 || own.length * 2 < lines.length) return undefined;
  const isWithoutAgents =
    own.every(line => NO_AGENT.test(line)) &&
    (own.length >= MIN_LINES || own.every(line => TRAEFIK.test(line)));
  return createParser({
    hasHost: own.filter(hasHostFirst).length * 2 > own.length,
    hasAgents: !isWithoutAgents,
  });
}
