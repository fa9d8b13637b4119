/** The addresses that heartbeats are sent to. */
import type { Clock } from '../../../core/clock.ts';
import { notFound } from '../../../core/errors.ts';
import { createAddressLimit } from '../../../http/address-limit.ts';
import { type RawCall, type RawEndpoint, rawEndpoint } from '../../../http/endpoint.ts';
import { MINUTE_MS } from '../../../lib/time-units.ts';
import type { MonitorsService } from './service.ts';

interface HeartbeatDeps {
  readonly monitors: Pick<MonitorsService, 'beat'>;
  readonly getAddress: (request: Request) => string;
  readonly clock: Clock;
}

/** Secrets of an address that may be wrong in a minute: a program that was given a wrong one tries it again, a guesser does not get far. */
const MAX_GUESSES = 20;
const HEADERS = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };

/** `GET` and `POST /heartbeat/:token`, whatever the body. Source: decisions, section 10, Monitors. */
export function heartbeatRoutes({ monitors, getAddress, clock }: HeartbeatDeps): RawEndpoint[] {
  const guesses = createAddressLimit({ limit: MAX_GUESSES, windowMs: MINUTE_MS, clock });

  function receive({ request, params }: RawCall): Response {
    const address = getAddress(request);
    // A right one first: others behind the same address must not keep it out.
    if (monitors.beat(params['token'] ?? '')) return new Response('ok\n', { headers: HEADERS });
    guesses.check(address);
    guesses.take(address);
    throw notFound('heartbeat');
  }

  return [
    rawEndpoint('GET', '/heartbeat/:token', receive),
    rawEndpoint('POST', '/heartbeat/:token', receive),
  ];
}
