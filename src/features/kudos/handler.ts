import { invalidParameter } from '../../core/errors.ts';
import type { PathParts } from '../../core/hits/page-path.ts';
import { MAX_LENGTH } from '../../core/limits.ts';
import type { Log } from '../../core/log.ts';
import { errorResponse } from '../../http/errors.ts';
import { answerPagePreflight } from '../../http/headers.ts';
import { preview } from '../../ingest/fields.ts';
import { parsePageWrite } from '../../ingest/parse-page-write.ts';
import { normalizeAddress } from '../../lib/net.ts';
import type { PageKudos, PageVisitor } from './page-kudos.ts';

export interface KudosHandlerDeps {
  readonly pageKudos: PageKudos;
  /** Returns the client's address of a request. */
  readonly getAddress: (request: Request) => string;
  readonly log: Log;
}

/** Answers requests of pages for kudos; undefined for any other request. Never rejects. */
export type KudosHandler = (request: Request) => Promise<Response> | undefined;

const HEADERS = {
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

/**
 * `GET /kudos/:uid.json?path=` answers `{count}`, `POST /kudos/:uid?path=` adds one and answers `{id, count}`, to
 * pages of any origin. Source: decisions, section 5.
 */
export function createKudosHandler(deps: KudosHandlerDeps): KudosHandler {
  return request => {
    const address = /^[^/]*\/\/[^/]*\/kudos\/([^/?]+)(?:\?(.*))?$/s.exec(request.url);
    if (!address) return undefined;
    const [, uid = '', query = ''] = address;
    switch (request.method) {
      case 'OPTIONS':
        return Promise.resolve(answerPagePreflight('GET, POST'));
      case 'POST':
        return answer(deps, () => add(deps, request, { uid, query }));
      case 'GET':
      case 'HEAD':
        return uid.endsWith('.json') ? answer(deps, () => count(deps, uid, query)) : undefined;
      default:
        return undefined;
    }
  };
}

async function answer({ log }: KudosHandlerDeps, work: () => Promise<object> | object): Promise<Response> {
  try {
    return Response.json(await work(), { headers: HEADERS });
  } catch (error) {
    return errorResponse(error, { log });
  }
}

const count = ({ pageKudos }: KudosHandlerDeps, uid: string, query: string): object => ({
  count: pageKudos.count(uid.slice(0, -'.json'.length), parsePage(query)),
});

const add = (
  deps: KudosHandlerDeps,
  request: Request,
  { uid, query }: { readonly uid: string; readonly query: string },
): Promise<object> =>
  deps.pageKudos.add(uid, parsePage(query), toPageVisitor(request, deps.getAddress(request)));

function toPageVisitor({ headers }: Request, address: string): PageVisitor {
  return {
    address: normalizeAddress(address),
    userAgent: headers.get('user-agent'),
    origin: headers.get('origin') ?? headers.get('referer'),
  };
}

/** Parses the path of a page, and what comes with it, by the rules of hits. */
function parsePage(query: string): PathParts {
  const given = new URLSearchParams(query).get('path');
  const page = parsePageWrite({ path: given });
  if (page.ok && page.value.path !== null) {
    const { path, query, fragment } = page.value;
    return { path, query, fragment };
  }
  throw invalidParameter(
    given === null || given.trim() === ''
      ? "path can't be blank: ?path=/the/page"
      : `path must be at most ${MAX_LENGTH.path} characters without control characters, got ${preview(given)}`,
  );
}
