/** The part of the API that a shared link opens: reports of its site, sections and segment, below the address of its page. */
import type { Services } from '../compose/services.ts';
import { notFound } from '../core/errors.ts';
import type { View } from '../core/view.ts';
import { passwordNeeded, readPass, SECRET_HEADERS } from '../features/shared-links/page-routes.ts';
import type { Authorizer, Caller } from '../http/authorize.ts';
import { type Endpoint, type RawEndpoint, rawEndpoint } from '../http/endpoint.ts';
import { createHandler, type ServeDeps } from '../http/serve.ts';
import type { Clients } from '../http/trusted-proxies.ts';

/** Belongs to no user: nothing that is personal is theirs. */
const NOBODY = 0;

interface SharedViewDeps {
  readonly services: Pick<Services, 'access' | 'sharedLinks'>;
  readonly serving: ServeDeps;
  readonly clients: Pick<Clients, 'getAddress' | 'cookieScope'>;
}

/** Creates `GET /shared/:token/api/v1/…` for every endpoint that has sections; for a link there is no other. */
export function sharedViewRoutes(
  endpoints: readonly Endpoint[],
  { services, serving, clients }: SharedViewDeps,
): RawEndpoint[] {
  const authorizer = createLinkAuthorizer({ services, serving, clients });
  return endpoints
    .filter(({ access, method }) => access?.sections && method === 'GET')
    .map(endpoint => {
      const handle = createHandler(endpoint, { ...serving, authorizer });
      return rawEndpoint('GET', `/shared/:token/api/v1${endpoint.path}`, async ({ request, params }) => {
        const response = await handle({ request, params, address: '' });
        for (const [name, value] of Object.entries(SECRET_HEADERS)) response.headers.set(name, value);
        // A key may be used from any page; a browser's pass from the link's own alone.
        response.headers.delete('access-control-allow-origin');
        return response;
      });
    });
}

/** Creates the checks of a request with a link in place of a key: a viewer of its owner's account who may read its view alone. */
function createLinkAuthorizer({ services, clients }: SharedViewDeps): Authorizer {
  const { sharedLinks } = services;
  const { accounts } = services.access;

  function authenticate(request: Request): Caller {
    const [, token = ''] = /^\/shared\/([^/]*)/.exec(new URL(request.url).pathname) ?? [];
    const open = sharedLinks.open(token, clients.getAddress(request));
    if (!sharedLinks.hasPass(open, readPass(request, clients))) throw passwordNeeded();
    const { site, sections, segment } = open;
    const owner = accounts.findUser(site.ownerId);
    if (!owner) throw notFound('shared link');
    const view: View = {
      siteId: site.id,
      sections: new Set(sections),
      segments: segment ? [segment] : [],
    };
    return {
      user: { ...owner, id: NOBODY },
      key: null,
      sessionToken: null,
      view,
      rate: null,
      userRate: null,
    };
  }

  return {
    authenticate,
    findCaller: authenticate,
    checkRate: () => undefined,
    checkWriteAccess() {
      // The routes are those of reading endpoints.
    },
    getAccount(_endpoint, { user }) {
      const owner = accounts.findUserByEmail(user.email);
      if (!owner) throw notFound('shared link');
      return { ...accounts.getAccount(owner, undefined), role: 'viewer' };
    },
  };
}
