import { AppError, unavailable } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { errorResponse } from '../../http/errors.ts';
import { answerPagePreflight } from '../../http/headers.ts';
import type { Place } from '../../ingest/place.ts';
import { splitRequestUrl } from '../../lib/url.ts';
import { isScriptFile, type ScriptFile, type TrackerScripts } from '../../tracker/scripts.ts';
import { readLocationHeaders } from './location-headers.ts';
import { isPrefetch, PIXEL, readPixel } from './pixel.ts';
import { readPrivacySignals } from './privacy-signals.ts';
import { readReport } from './read-report.ts';
import { answerScript, answerWithoutSite } from './script.ts';
import type { CollectService, PageReport } from './service.ts';

export interface CollectHandlerDeps {
  readonly service: CollectService;
  readonly scripts: TrackerScripts;
  /** Returns the client's address of a request. */
  readonly getAddress: (request: Request) => string | null;
  /** Returns whether a trusted proxy forwards a request. */
  readonly isForwarded: (request: Request) => boolean;
  readonly log: Log;
}

/** Answers requests of tracked pages; undefined for any other request. Never rejects. */
export type CollectHandler = (request: Request) => Response | Promise<Response> | undefined;

/** Paths that take page reports, before the site's UID. */
const REPORT_PREFIXES = ['/page/', '/collector/'];

const TAKEN = { status: 202, headers: { 'access-control-allow-origin': '*' } };
const PIXEL_HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-type': 'image/gif',
  'cache-control': 'no-store',
};

/**
 * Creates the handler of all requests of tracked pages, as one plain function so that it can run before the router:
 * `GET /embed/:uid.js`, `GET /embed/:uid/min.js`, `GET /embed/:uid/readable.js`, `POST /collector/:uid` and the same as `POST /page/:uid`, `GET /pixel/:uid.gif`.
 * Source: decisions, section 5.
 */
export function createCollectHandler(deps: CollectHandlerDeps): CollectHandler {
  return request => {
    const { method } = request;
    const { path, query } = splitRequestUrl(request.url);
    const prefix = REPORT_PREFIXES.find(start => path.startsWith(start));
    if (prefix !== undefined) return collect(deps, request, { uid: path.slice(prefix.length), query });
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    const [, uid = '', file = ''] = /^\/embed\/([^/]+?)(\.js|\/[^/]+)$/.exec(path) ?? [];
    if (isScriptFile(file)) return serveScript(deps, request, { uid, query, file });
    const pixel = /^\/pixel\/([^/]+)\.gif$/.exec(path);
    return pixel ? servePixel(deps, request, { uid: pixel[1] ?? '', query }) : undefined;
  };
}

/** The site and the query of a URL. */
interface SiteAddress {
  readonly uid: string;
  readonly query: string;
}

function collect(deps: CollectHandlerDeps, request: Request, address: SiteAddress) {
  if (address.uid.includes('/')) return undefined;
  if (request.method === 'OPTIONS') return answerPagePreflight('POST');
  return request.method === 'POST' ? takeReport(deps, request, address) : undefined;
}

async function takeReport(
  deps: CollectHandlerDeps,
  request: Request,
  { uid, query }: SiteAddress,
): Promise<Response> {
  // Before the body is awaited: afterwards the socket may be closed, and its address unknown.
  const address = deps.getAddress(request);
  const place = findPlace(deps, request);
  try {
    const fields = await readReport(request, query);
    if (fields) await deps.service.take(toReport(request, { uid, fields, address, place }));
    return new Response(null, TAKEN);
  } catch (error) {
    return refuseReport(error, deps.log);
  }
}

async function servePixel(
  deps: CollectHandlerDeps,
  request: Request,
  { uid, query }: SiteAddress,
): Promise<Response> {
  const isView = request.method === 'GET' && !isPrefetch(request);
  // Browsers show the image whatever the status is; the status is for logs.
  const picture = (status: number) => new Response(PIXEL, { status, headers: PIXEL_HEADERS });
  try {
    if (isView)
      await deps.service.take(
        toReport(request, {
          uid,
          fields: readPixel(request, query),
          address: deps.getAddress(request),
          place: findPlace(deps, request),
        }),
      );
    return picture(200);
  } catch (error) {
    return picture(refuseReport(error, deps.log).status);
  }
}

/** Headers that name a place are believed only where a trusted proxy sets them. */
const findPlace = ({ isForwarded }: CollectHandlerDeps, request: Request): Place | undefined =>
  isForwarded(request) ? readLocationHeaders(request.headers) : undefined;

type KnownOfReport = Pick<PageReport, 'uid' | 'fields' | 'address' | 'place'>;

function toReport({ headers }: Request, known: KnownOfReport): PageReport {
  return {
    ...known,
    userAgent: headers.get('user-agent'),
    acceptLanguage: headers.get('accept-language'),
    origin: headers.get('origin') ?? headers.get('referer'),
    ...readPrivacySignals(headers),
  };
}

/** Answers a failed report: 503 when it could not be stored, so that the page sends it again; unexpected errors are logged and 500. */
const refuseReport = (error: unknown, log: Log): Response =>
  errorResponse(
    // The reason is for the operator; the store has logged it.
    error instanceof AppError && error.kind === 'unavailable'
      ? unavailable('the hit could not be stored: try again later')
      : error,
    { log },
  );

function serveScript(
  deps: CollectHandlerDeps,
  request: Request,
  { uid, query, file }: SiteAddress & { readonly file: ScriptFile },
) {
  const site = deps.service.findSite(uid);
  if (!site) return answerWithoutSite();
  const { honourGpc, honourDnt, capture, pageRules } = site;
  return answerScript(
    request,
    deps.scripts.render({
      uid,
      query: new URLSearchParams(query),
      file,
      honourGpc,
      honourDnt,
      capture,
      pageRules,
    }),
  );
}
