/**
 * Logs whose `#Fields` name their columns: of CloudFront, and of others in W3C's extended format. Source: CloudFront, standard
 * logging; W3C, WD-logfile.
 */
import { decodeCloudFront } from './cloudfront.ts';
import { type LogRequest, NO_REQUEST, orEmpty, type ParseLine } from './request.ts';

const FIELDS = '#Fields:';
const NEEDED = ['date', 'time', 'cs-method', 'cs-uri-stem', 'sc-status'] as const;

/** Others than CloudFront write a plus for a space. */
const decodeText = (text: string, isTabbed: boolean): string =>
  isTabbed ? decodeCloudFront(orEmpty(text)) : orEmpty(text).replaceAll('+', ' ');

/** Creates the parser of a log. The columns may change in the middle, where the server was started again. */
function createParser(): ParseLine {
  let positions = new Map<string, number>();
  let width = 0;
  let fields: readonly string[] = [];
  const field = (name: string): string => orEmpty(fields[positions.get(name) ?? -1] ?? '');
  const read = (request: LogRequest, isTabbed: boolean): void => {
    const query = field('cs-uri-query');
    request.time = `${field('date')}T${field('time')}Z`;
    request.address = field('c-ip');
    request.method = field('cs-method');
    request.target = query ? `${field('cs-uri-stem')}?${query}` : field('cs-uri-stem');
    request.status = Number(field('sc-status')) || 0;
    request.referrer = decodeText(field('cs(referer)'), isTabbed);
    request.userAgent = positions.has('cs(user-agent)')
      ? decodeText(field('cs(user-agent)'), isTabbed)
      : undefined;
    // The `Host` that CloudFront's origin sees is the name of the distribution.
    request.host = field('x-host-header') || (isTabbed ? '' : field('cs-host')) || undefined;
  };
  return (line, request) => {
    if (line.startsWith('#')) {
      if (!line.startsWith(FIELDS)) return NO_REQUEST;
      const names = line.slice(FIELDS.length).trim().toLowerCase().split(/\s+/);
      positions = new Map(names.map((name, index) => [name, index]));
      width = names.length;
      return NO_REQUEST;
    }
    const missing = NEEDED.find(name => !positions.has(name));
    if (missing !== undefined) return `has no column ${missing} in the line #Fields before it`;
    const isTabbed = line.includes('\t');
    fields = line.split(isTabbed ? '\t' : ' ');
    if (fields.length !== width) return `has ${fields.length} fields where #Fields names ${width}`;
    read(request, isTabbed);
    return undefined;
  };
}

/** Returns the parser for a log, from its first lines; undefined when it is of another format. */
export const recogniseW3c = (lines: readonly string[]): ParseLine | undefined =>
  lines.some(line => line.startsWith(FIELDS) && line.includes('cs-uri-stem')) ? createParser() : undefined;
