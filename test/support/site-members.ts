/** Members of single sites, or of sections of them. */
import type { TestServer } from './server.ts';

let members = 0;

/** A user who has taken up an invitation; calls act on the account that it leads to. */
export async function aSiteMember(
  server: TestServer,
  fields: { role: string; site_ids?: number[] | null; sections?: readonly string[] | null },
) {
  const email = `part-${++members}@example.org`;
  const user = await server.given.user(email, 'none');
  const { status, body } = await server.post('/team/invitations', { email, ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  const token = new URL(body.invitation_url).searchParams.get('token') ?? '';
  const { team } = server.services;
  const { accounts } = server.services.access;
  team.service.accept(team.service.openInvitation(token), accounts.getUserByEmail(email));
  const call = (method: string, path: string, sent?: unknown) =>
    server.api(method, `${path}${path.includes('?') ? '&' : '?'}account_id=${server.owner.id}`, {
      key: user.full,
      ...(sent === undefined ? {} : { body: sent }),
    });
  return { ...user, email, call, invitation: body.invitation };
}
