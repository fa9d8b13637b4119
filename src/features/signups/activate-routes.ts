/** Where an owner activates the account that an agent has asked for: what the page behind the link calls, beside the API. */
import { Elysia } from 'elysia';
import {
  createPageActions,
  type PageActionDeps,
  parseLinkToken,
  readPageBody,
} from '../../http/page-actions.ts';
import { validateBody } from '../../http/validate.ts';
import type { Activation } from './activation.ts';
import { Activate, presentLinkedSignup } from './schema.ts';

export interface ActivateRouteDeps extends PageActionDeps {
  readonly activation: Activation;
}

/** `GET /session/activation` shows what a link opens, `POST /session/activate` makes the account and signs in. */
export function activateRoutes({ activation, ...deps }: ActivateRouteDeps) {
  const { show, act } = createPageActions(deps);

  const open = (request: Request) =>
    show(() => presentLinkedSignup(activation.open(parseLinkToken(request, 'that was mailed'))));

  const activate = (request: Request) =>
    act(request, async browser => {
      const body = validateBody(Activate, await readPageBody(request));
      const { token, password, name, time_zone: timeZone } = body;
      const { session, siteUrl } = await activation.activate(browser, { token, password, name, timeZone });
      return { body: { status: 'ok', site_url: siteUrl }, session };
    });

  return new Elysia()
    .get('/session/activation', ({ request }) => open(request))
    .post('/session/activate', ({ request }) => activate(request), { parse: 'none' });
}
