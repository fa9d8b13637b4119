import { AppError } from '../../core/errors.ts';
import { MAX_BODY_BYTES, readJson } from '../../http/body.ts';
import { PAGE_FIELDS, type PageFields } from '../../ingest/parse-page-write.ts';

/**
 * Reads what a page sent: JSON in the body, whatever its content type says (`sendBeacon` and preflight-free requests say
 * `text/plain`), and the query; the body wins. Undefined when the body is too large or did not arrive.
 * Throws 503 when there was no room for it, so that it is sent again.
 */
export async function readReport(request: Request, query: string): Promise<PageFields | undefined> {
  let body: unknown;
  try {
    body = await readJson(request, MAX_BODY_BYTES.report);
  } catch (error) {
    if (error instanceof AppError && error.kind === 'unavailable') throw error;
    return undefined;
  }
  const fromBody = typeof body === 'object' && body !== null ? body : undefined;
  if (query === '') return fromBody ?? {};
  return { ...pickFields(new URLSearchParams(query)), ...fromBody };
}

function pickFields(query: URLSearchParams): PageFields {
  return Object.fromEntries(PAGE_FIELDS.flatMap(name => (query.has(name) ? [[name, query.get(name)]] : [])));
}
