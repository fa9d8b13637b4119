import { type Static, Type } from '@sinclair/typebox';
import { Id, model, nullable, oneOf, Timestamp } from '../../http/schema.ts';
import { EVERY } from './tables.ts';
import type { ListedReport } from './target.ts';

const scope = oneOf(['site', 'group']);
const every = oneOf(EVERY, {
  description:
    'mailed at 07:00 of the user’s time zone, on the first day of their week or of the month, about the one that ended',
});

export const Report = model('MailReport', {
  id: Id,
  scope,
  site_id: nullable(Id, { description: 'null for a group' }),
  group_id: nullable(Id, { description: 'null for a site' }),
  name: Type.String({ description: 'of the site or the group' }),
  every,
  created_at: Timestamp,
  last_sent_at: nullable(Timestamp, {
    description: 'when the last one was written; those requested for immediate delivery do not count',
  }),
  next_at: Timestamp,
});

export const ReportList = Type.Object({
  reports: Type.Array(Report, { description: 'oldest first' }),
  is_mailed: Type.Boolean({
    description: 'whether this server sends mail; without it no report is sent',
  }),
});
export const ReportAnswer = Type.Object({ report: Report });
export const ReportQueued = Type.Object({ status: Type.Literal('queued'), report: Report });

const SubjectId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const CreateReport = model(
  'CreateMailReport',
  {
    scope,
    site_id: Type.Optional(
      nullable(SubjectId, {
        description: 'for the scope `site`: one that the user can read, their own or a team’s',
      }),
    ),
    group_id: Type.Optional(
      nullable(SubjectId, { description: 'for the scope `group`: one of an account with Ultra' }),
    ),
    every,
  },
  { scope: 'site', site_id: 1, every: 'week' },
  { scope: 'group', group_id: 1, every: 'month' },
);
export type ReportInput = Static<typeof CreateReport>;

export const presentReport = ({ report, target, nextAt }: ListedReport): Static<typeof Report> => ({
  id: report.id,
  scope: target.scope,
  site_id: report.siteId,
  group_id: report.groupId,
  name: target.name,
  every: report.every,
  created_at: report.createdAt.toISOString(),
  last_sent_at: report.lastSentAt?.toISOString() ?? null,
  next_at: nextAt.toISOString(),
});
