/** The addresses that deployments are sent to. */
import type { Clock } from '../../core/clock.ts';
import { notFound } from '../../core/errors.ts';
import { createAddressLimit } from '../../http/address-limit.ts';
import { checkJson, MAX_BODY_BYTES, parseJson, readBody } from '../../http/body.ts';
import { type RawCall, type RawEndpoint, rawEndpoint } from '../../http/endpoint.ts';
import { MINUTE_MS } from '../../lib/time-units.ts';
import { splitRequestUrl } from '../../lib/url.ts';
import { parseDeploy } from './payloads/parse.ts';
import type { DeployHooksService } from './service.ts';

interface DeployDeps {
  readonly deployHooks: Pick<DeployHooksService, 'findByToken' | 'record'>;
  readonly getAddress: (request: Request) => string;
  readonly clock: Clock;
}

/** Secrets of an address that may be wrong in a minute. */
const MAX_GUESSES = 20;
const HEADERS = { 'cache-control': 'no-store' };

/** `POST /deploy/:token`. Source: decisions, section 10, Deploy hooks. */
export function deployRoutes({ deployHooks, getAddress, clock }: DeployDeps): RawEndpoint[] {
  const guesses = createAddressLimit({ limit: MAX_GUESSES, windowMs: MINUTE_MS, clock });

  async function receive({ request, params }: RawCall): Promise<Response> {
    const address = getAddress(request);
    // A right one first: others behind the same address must not keep it out.
    const hook = deployHooks.findByToken(params['token'] ?? '');
    if (!hook) {
      guesses.check(address);
      guesses.take(address);
      throw notFound('deploy hook');
    }
    const { headers } = request;
    const query = splitRequestUrl(request.url).query;
    const { form, payload } = parseBody(await readBody(request, MAX_BODY_BYTES.standard), headers);
    const parameters = new URLSearchParams([...new URLSearchParams(query), ...form]);
    return Response.json(deployHooks.record(hook, parseDeploy({ headers, parameters, payload })), {
      headers: HEADERS,
    });
  }

  return [rawEndpoint('POST', '/deploy/:token', receive)];
}

const NO_FORM = new URLSearchParams();

/** Parses a form, or JSON, even if curl labels it as a form. Other bodies are ignored. 422 for invalid JSON. */
function parseBody(text: string, headers: Headers) {
  const type = headers.get('content-type') ?? '';
  if (type.includes('json') || text.trimStart().startsWith('{'))
    return { form: NO_FORM, payload: toJson(text) };
  if (!type.startsWith('application/x-www-form-urlencoded')) return { form: NO_FORM, payload: undefined };
  const form = new URLSearchParams(text);
  // GitHub's other form.
  const inner = form.get('payload');
  return inner === null ? { form, payload: undefined } : { form: NO_FORM, payload: toJson(inner) };
}

function toJson(text: string): unknown {
  const payload = parseJson(text);
  checkJson(payload);
  return payload;
}
