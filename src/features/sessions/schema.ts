import { type Static, Type } from '@sinclair/typebox';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../core/limits.ts';
import { Id, model, nullable, Timestamp, text } from '../../http/schema.ts';
import type { SessionRow } from './store.ts';

const Session = model('Session', {
  id: Id,
  user_agent: nullable(Type.String(), {
    description: 'of the browser that signed in; its first 300 characters',
  }),
  created_at: Timestamp,
  last_seen_at: Type.String({
    format: 'date-time',
    description: 'ISO 8601, UTC; to within five minutes. A session ends 30 days later',
  }),
  is_current: Type.Boolean({
    description: 'whether it is the session of this request; false for all in a request with a key',
  }),
});

export const SessionList = Type.Object({
  sessions: Type.Array(Session, { description: 'the one used last comes first' }),
});

export const EndedSessions = Type.Object({
  status: Type.Literal('ended'),
  ended_count: Type.Integer({ minimum: 0 }),
});

/** The minimum length is checked by the service: error texts of a schema would show the value. */
export const ChangePassword = model(
  'ChangePassword',
  {
    current_password: text({ maxLength: MAX_PASSWORD_LENGTH }),
    new_password: text({
      maxLength: MAX_PASSWORD_LENGTH,
      description: `at least ${MIN_PASSWORD_LENGTH} characters`,
    }),
  },
  { current_password: 'correct horse', new_password: 'correct horse battery staple' },
);

export const presentSession = (
  session: SessionRow,
  currentId: number | undefined,
): Static<typeof Session> => ({
  id: session.id,
  user_agent: session.userAgent,
  created_at: session.createdAt.toISOString(),
  last_seen_at: session.lastSeenAt.toISOString(),
  is_current: session.id === currentId,
});
