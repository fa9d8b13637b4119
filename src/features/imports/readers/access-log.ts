/**
 * Access logs of web servers: common and combined format, with a virtual host, Caddy's, nginx's and Traefik's JSON, Traefik's
 * common format, CloudFront's, and any `log_format` of nginx. Addresses only serve to tell visitors apart and to find their
 * country: the store hashes and drops them.
 */
import { CommandError } from '../../../core/errors.ts';
import type { Sample } from '../input/sample.ts';
import { forEachLine, isBlank } from '../input/text.ts';
import { recogniseClf, refuseClf } from './access-log/clf.ts';
import { recogniseJson } from './access-log/json-lines.ts';
import { compileLogFormat } from './access-log/nginx-format.ts';
import { recogniseWrapped } from './access-log/prefixes.ts';
import { createRequest, NO_REQUEST, type ParseLine } from './access-log/request.ts';
import { createRules, type LeftOutRule, type RuleOptions } from './access-log/rules.ts';
import type { Visit } from './access-log/visit.ts';
import { recogniseW3c } from './access-log/w3c.ts';
import type { RowReader } from './reader.ts';

const COLUMNS = [
  'type',
  'created_at',
  'path',
  'url',
  'referrer',
  'ip_address',
  'user_agent',
  'status_code',
] as const;

const recogniseKnown = (lines: readonly string[]): ParseLine | undefined =>
  recogniseClf(lines) ?? recogniseJson(lines);

/** Returns the parser for a log from its first lines, or by its `log_format`; undefined when it is of no known format. */
const findLineParser = (lines: readonly string[], logFormat: string | undefined): ParseLine | undefined =>
  logFormat === undefined
    ? (recogniseWrapped(lines, recogniseKnown) ??
      recogniseKnown(lines) ??
      refuseClf(lines) ??
      recogniseW3c(lines))
    : compileLogFormat(logFormat);

/** Reads a line: a visit, the rule by which it is left out, or what is wrong with it; undefined for a line without a request. */
export type LineReader = (line: string) => Visit | LeftOutRule | string | undefined;

/** Creates the reader of the lines of a log that begins with `lines`; undefined when it is of no known format. */
export function createLineReader(
  lines: readonly string[],
  { logFormat, ...options }: RuleOptions & { readonly logFormat: string | undefined },
): LineReader | undefined {
  const parse = findLineParser(lines, logFormat);
  if (!parse) return undefined;
  const classify = createRules(options);
  const request = createRequest();
  // Columns of a log in W3C's format are named at its beginning.
  for (const line of lines) if (line.startsWith('#')) parse(line, request);
  return line => {
    if (isBlank(line)) return undefined;
    const fault = parse(line.endsWith('\r') ? line.slice(0, -1) : line, request);
    return fault === NO_REQUEST ? undefined : (fault ?? classify(request, line));
  };
}

export const accessLog: RowReader = {
  kind: 'rows',
  columns: COLUMNS,
  recognises: ({ lines }: Sample, logFormat) => findLineParser(lines, logFormat) !== undefined,
  async read(entry, target, { sample, ...options }) {
    const read = createLineReader(sample.lines, options);
    if (!read)
      throw new CommandError(`${entry.name} is not an access log in a known format: pass --log-format`);
    const leftOut = new Map<LeftOutRule, number>();
    await forEachLine(entry, target, (text, line) => {
      const visit = read(text);
      if (visit === undefined) return;
      if (typeof visit === 'string') target.bad(line, visit);
      else if ('type' in visit)
        target.row(line, [
          visit.type,
          visit.createdAt,
          visit.path,
          visit.url,
          visit.referrer,
          visit.address,
          visit.userAgent,
          visit.type === 'hit' ? null : String(visit.status),
        ]);
      else leftOut.set(visit, (leftOut.get(visit) ?? 0) + 1);
    });
    for (const [[what, why], count] of leftOut) target.leaveOut(what, why, count);
  },
};
