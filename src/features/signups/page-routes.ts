/** Endpoints of the page on which an owner activates the account that an agent signed up for. */
import { type PageEndpoint, pageEndpoint, parseLinkToken } from '../../http/page-endpoint.ts';
import type { Activation } from './activation.ts';
import { Activate, presentLinkedSignup } from './schema.ts';

/** `GET /session/activation` shows a link's signup, `POST /session/activate` creates the account and signs in. */
export const activationPageRoutes = ({ activation }: { readonly activation: Activation }): PageEndpoint[] => [
  pageEndpoint({ method: 'GET', path: '/session/activation' }, ({ request }) => ({
    body: presentLinkedSignup(activation.open(parseLinkToken(request, 'that was mailed'))),
  })),
  pageEndpoint(
    { method: 'POST', path: '/session/activate', body: Activate },
    async ({ browser, body: { token, password, name, time_zone: timeZone } }) => {
      const { session, siteUrl } = await activation.activate(browser, { token, password, name, timeZone });
      return { body: { status: 'ok', site_url: siteUrl }, session };
    },
  ),
];
