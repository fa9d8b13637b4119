/** The webmention endpoint of a site. */
import { invalidParameter } from '../../core/errors.ts';
import { MAX_BODY_BYTES, readBody } from '../../http/body.ts';
import { type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import type { Webmentions } from './service.ts';

const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };

/** `POST /webmention/:uid` with `source` and `target` as a form. Source: decisions, section 5; W3C Webmention, section 3. */
export const webmentionRoutes = ({ webmentions }: { readonly webmentions: Webmentions }): RawEndpoint[] => [
  rawEndpoint('POST', '/webmention/:uid', async ({ request, params }) => {
    webmentions.receive(params['uid'] ?? '', await readForm(request));
    return Response.json({ status: 'accepted' }, { status: 202, headers: HEADERS });
  }),
];

async function readForm(request: Request): Promise<URLSearchParams> {
  const text = await readBody(request, MAX_BODY_BYTES.public);
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type.trim()))
    throw invalidParameter('source and target must be sent as application/x-www-form-urlencoded');
  return new URLSearchParams(text);
}
