/** Where an invited person joins: what the page behind an invitation's link calls, beside the API. */
import { Elysia } from 'elysia';
import {
  createPageActions,
  type PageActionDeps,
  parseLinkToken,
  readPageBody,
} from '../../http/page-actions.ts';
import { validateBody } from '../../http/validate.ts';
import type { JoinService } from './join-service.ts';
import { Join, presentOpenInvitation } from './schema.ts';
import type { TeamService } from './service.ts';

export interface JoinRouteDeps extends PageActionDeps {
  readonly team: Pick<TeamService, 'openInvitation'>;
  readonly joining: JoinService;
}

/** `GET /session/invitation` shows what a token opens, `POST /session/join` takes it up and signs in. */
export function joinRoutes({ team, joining, ...deps }: JoinRouteDeps) {
  const { show, act } = createPageActions(deps);

  const open = (request: Request) =>
    show(() => presentOpenInvitation(team.openInvitation(parseLinkToken(request, 'of the invitation'))));

  const join = (request: Request) =>
    act(request, async browser => {
      const { time_zone: timeZone, ...input } = validateBody(Join, await readPageBody(request));
      const joined = await joining.join(browser, { ...input, timeZone });
      return { body: { status: 'ok' }, ...(joined === 'goes on' ? {} : { session: joined }) };
    });

  return new Elysia()
    .get('/session/invitation', ({ request }) => open(request))
    .post('/session/join', ({ request }) => join(request), { parse: 'none' });
}
