/** Where pages elsewhere tell that they like one of a site's pages. */
import { Elysia } from 'elysia';
import { invalidParameter } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { errorResponse } from '../../http/errors.ts';
import type { Webmentions } from './service.ts';

const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };

/** `POST /webmention/:uid` with `source` and `target` as a form. Source: decisions, section 5; W3C Webmention, section 3. */
export function webmentionRoutes({
  webmentions,
  log,
}: {
  readonly webmentions: Webmentions;
  readonly log: Log;
}) {
  return new Elysia().post(
    '/webmention/:uid',
    async ({ request, params }) => {
      try {
        webmentions.receive(params.uid, await formOf(request));
        return Response.json({ status: 'accepted' }, { status: 202, headers: HEADERS });
      } catch (error) {
        return errorResponse(error, { log });
      }
    },
    { parse: 'none' },
  );
}

async function formOf(request: Request): Promise<URLSearchParams> {
  const text = await readBody(request, MAX_BODY_BYTES.public);
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type.trim()))
    throw invalidParameter('source and target must be sent as application/x-www-form-urlencoded');
  return new URLSearchParams(text);
}
