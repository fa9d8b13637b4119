/**
 * The common log format and its kin: combined, with a virtual host before it, and Traefik's, which appends fields. Lines are
 * scanned by hand: a regular expression takes several times as long. Source: Apache, mod_log_config; nginx,
 * ngx_http_log_module; Traefik, accesslog/logger_formatters.go, formats `common` and `genericCLF`.
 */
import { type ClfFields, findClfFields, splitFields, toClient } from './clf-fields.ts';
import { findQuote, orEmpty, type ParseLine, setRequestLine, statusAt, unescapeField } from './request.ts';

const NOT_CLF = 'is no line of an access log in the common or combined format';

interface Shape extends ClfFields {
  /** Whether user agents are recorded: Traefik writes a dash for each unless it is configured to keep that header. */
  readonly hasAgents: boolean;
}

/** Creates a parser of lines of one shape. */
const createParser =
  ({ address, host, hasAgents }: Shape): ParseLine =>
  (line, request) => {
    // The name of a user may have spaces and brackets.
    const close = line.indexOf('] "');
    const open = line.lastIndexOf(' [', close);
    if (open <= 0 || close === -1) return NOT_CLF;
    const end = findQuote(line, close + 3);
    if (end === -1) return NOT_CLF;
    const space = line.indexOf(' ');
    request.host = undefined;
    if (address === 0 && host === undefined && line[space - 1] !== ',')
      request.address = orEmpty(line.slice(0, space));
    else {
      const fields = splitFields(line.slice(0, open));
      if (fields.length <= address) return NOT_CLF;
      request.address = orEmpty(toClient(fields[address] ?? ''));
      if (host !== undefined) request.host = fields[host];
    }
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

/** Returns what is before the time of a line, split. */
const fieldsOf = (line: string): string[] =>
  splitFields(line.slice(0, line.lastIndexOf(' [', line.indexOf('] "'))));

/** Returns the lines of a log that are in this format; none when most are not. */
function findOwnLines(lines: readonly string[]): readonly string[] {
  const own = lines.filter(line => LINE.test(line));
  return own.length * 2 < lines.length ? [] : own;
}

/** Returns the parser for a log, from its first lines; undefined when it is of another format, or has a prefix. */
export function recogniseClf(lines: readonly string[]): ParseLine | undefined {
  const own = findOwnLines(lines);
  const fields = own.length === 0 ? undefined : findClfFields(own.map(fieldsOf));
  if (fields === undefined) return undefined;
  if (typeof fields === 'string') return () => fields;
  const isWithoutAgents =
    own.every(line => NO_AGENT.test(line)) &&
    (own.length >= MIN_LINES || own.every(line => TRAEFIK.test(line)));
  return createParser({ ...fields, hasAgents: !isWithoutAgents });
}

/** Returns the parser that refuses each line of a log in this format with what it lacks; undefined for one of another format. */
export const refuseClf = (lines: readonly string[]): ParseLine | undefined =>
  findOwnLines(lines).length === 0
    ? undefined
    : () => 'has no field before its time that is the address of a visitor: pass the log_format';
