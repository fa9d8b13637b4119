/** Endpoints of the page on which an invited person joins a team. */
import { type PageEndpoint, pageEndpoint, parseLinkToken } from '../../http/page-endpoint.ts';
import type { JoinService } from './join-service.ts';
import { Join, presentOpenInvitation } from './schema.ts';
import type { TeamService } from './service.ts';

export interface JoinPageDeps {
  readonly team: Pick<TeamService, 'openInvitation'>;
  readonly joining: JoinService;
}

/** `GET /session/invitation` shows a token's invitation, `POST /session/join` accepts it and signs in. */
export const joinPageRoutes = ({ team, joining }: JoinPageDeps): PageEndpoint[] => [
  pageEndpoint({ method: 'GET', path: '/session/invitation' }, ({ request }) => ({
    body: presentOpenInvitation(team.openInvitation(parseLinkToken(request, 'of the invitation'))),
  })),
  pageEndpoint({ method: 'POST', path: '/session/join', body: Join }, async ({ browser, body }) => {
    const { time_zone: timeZone, ...input } = body;
    const joined = await joining.join(browser, { ...input, timeZone });
    return { body: { status: 'ok' }, ...(joined === 'existing session' ? {} : { session: joined }) };
  }),
];
