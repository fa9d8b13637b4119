/** A user's own password and sessions. */
import { type Endpoint, noContent, ok, type UserContext, userEndpoint } from '../../http/endpoint.ts';
import { parsePathId } from '../../http/path-id.ts';
import { ChangePassword, EndedSessions, presentSession, SessionList } from './schema.ts';
import type { SessionsService } from './service.ts';

/** Open to every plan: without one there is still a password to change. */
export function sessionRoutes({ sessions }: { readonly sessions: SessionsService }): Endpoint[] {
  const parseSessionId = ({ params }: UserContext) => parsePathId(params, 'session_id', 'session');
  return [
    userEndpoint('POST', '/me/password', {
      summary: 'Change the password',
      description: 'Every session but the one of this request ends. Ten wrong passwords in 15 minutes: 429.',
      operationId: 'changePassword',
      body: ChangePassword,
      responses: { 204: null },
      handle: async call => {
        const { current_password: current, new_password: next } = call.body;
        await sessions.changePassword(call.user, { current, next, token: call.sessionToken });
        return noContent();
      },
    }),
    userEndpoint('GET', '/me/sessions', {
      summary: 'List the sessions of the dashboard',
      operationId: 'listSessions',
      responses: { 200: SessionList },
      handle: call => {
        const currentId = call.sessionToken === null ? undefined : sessions.find(call.sessionToken)?.id;
        return ok({ sessions: sessions.listActive(call.user.id).map(row => presentSession(row, currentId)) });
      },
    }),
    userEndpoint('DELETE', '/me/sessions', {
      summary: 'End every session but the one of this request',
      operationId: 'endOtherSessions',
      responses: { 200: EndedSessions },
      handle: call =>
        ok({ status: 'ended', ended_count: sessions.endOthers(call.user.id, call.sessionToken) }),
    }),
    userEndpoint('DELETE', '/me/sessions/:session_id', {
      summary: 'End a session',
      operationId: 'endSession',
      access: { checkUser: found => sessions.checkExists(found.user.id, parseSessionId(found)) },
      responses: { 204: null },
      handle: call => {
        sessions.end(call.user.id, parseSessionId(call));
        return noContent();
      },
    }),
  ];
}
