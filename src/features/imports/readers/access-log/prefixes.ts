/** What programs that collect logs put around each line of a server's. */
import type { ParseLine } from './request.ts';

/** Returns the server's line; undefined where the program did not write this one. */
type Unwrap = (line: string) => string | undefined;

const without =
  (prefix: RegExp): Unwrap =>
  line => {
    const [found] = prefix.exec(line) ?? [];
    return found === undefined ? undefined : line.slice(found.length);
  };

const fieldOfJson =
  (name: string): Unwrap =>
  line => {
    if (!line.startsWith('{')) return undefined;
    try {
      const value: unknown = JSON.parse(line)?.[name];
      return typeof value === 'string' ? value.trimEnd() : undefined;
    } catch {
      return undefined;
    }
  };

/** Sources: RFC 3164 and RFC 5424; journalctl(1), formats `short`, `short-iso` and `json`; Docker and Kubernetes, logging. */
const WRAPPERS: readonly Unwrap[] = [
  // Syslog and journald.
  without(/^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S+ [^\s:]+: /),
  without(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+) \S+ [^\s:]+: /),
  without(/^<\d{1,3}>1 \S+ \S+ \S+ \S+ \S+ (?:-|\[[^\]]*\]) \uFEFF?/),
  fieldOfJson('MESSAGE'),
  // Kubernetes (CRI), Docker and Compose.
  without(/^\S+ std(?:out|err) [FP] /),
  without(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+) /),
  without(/^[\w.-]+ +\| /),
  fieldOfJson('log'),
];

/**
 * Returns the parser of lines around which a program has put something, by that of the lines within: the first wrapper that most of
 * the first lines have and within which `recognise` knows them.
 */
export function recogniseWrapped(
  lines: readonly string[],
  recognise: (lines: readonly string[]) => ParseLine | undefined,
): ParseLine | undefined {
  for (const unwrap of WRAPPERS) {
    const inner = lines.flatMap(line => unwrap(line) ?? []);
    const parse = inner.length * 2 > lines.length ? recognise(inner) : undefined;
    if (parse) return (line, request) => parse(unwrap(line) ?? line, request);
  }
  return undefined;
}
