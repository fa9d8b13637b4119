import { type Static, Type } from '@sinclair/typebox';
import type { NotificationKind } from '../../core/notifications.ts';
import { PLANS } from '../../core/plans.ts';
import type { User } from '../../core/user.ts';
import { model, nullable, oneOf, patchModel, Timestamp, timeZoneName } from '../../http/schema.ts';
import { line } from '../../http/text.ts';
import type { TestMail } from './test-mail.ts';

const name = line({ isRequired: true, maxLength: 200 });
const timeZone = timeZoneName(
  'such as `Europe/Berlin`: the days and hours of reports with `time_zone=user`, and of mails',
);
const weekStart = oneOf(['monday', 'sunday']);
const theme = oneOf(['system', 'light', 'dark'], { description: 'of the dashboard' });

/** Every kind of mail that can be turned off, and when it is sent. */
const mails = {
  monitor_down: Type.Boolean({ description: 'when a site goes down' }),
  monitor_up: Type.Boolean({ description: 'when a site is up again' }),
  certificate_expiry: Type.Boolean({ description: 'before a certificate runs out' }),
  domain_expiry: Type.Boolean({ description: 'before a domain runs out' }),
  content_issues: Type.Boolean({ description: 'when a check of the pages finds something broken' }),
  new_insight: Type.Boolean({ description: 'when a daily insight is there; off by default' }),
  storage_problem: Type.Boolean({
    description: 'when the storage of the server needs attention; the operator alone gets it',
  }),
  invitation_failed: Type.Boolean({ description: 'when an invitation to the team could not be mailed' }),
  alert: Type.Boolean({
    description: 'when an alert fires or ends, for a notification channel of kind mail',
  }),
  channel_disabled: Type.Boolean({ description: 'when a notification channel is switched off' }),
  webhook_disabled: Type.Boolean({ description: 'when a webhook is switched off' }),
} satisfies Record<NotificationKind, unknown>;

const UserSettings = model('UserSettings', {
  name: Type.String(),
  email: Type.String(),
  time_zone: Type.String(),
  week_start: weekStart,
  theme,
  mails: Type.Object(mails, { description: 'true: it is mailed' }),
  is_operator: Type.Boolean({ description: 'whether the user runs this server' }),
  is_mailed: Type.Boolean({ description: 'whether this server sends mail at all' }),
  plan: oneOf(PLANS, { description: 'the one in force: `none` once a trial is over' }),
  trial_ends_at: nullable(Timestamp),
  server_version: Type.String(),
  newer_version: nullable(Type.String(), {
    description: 'the newest release, where this server is older and asks for it; for its operator alone',
  }),
});

export const TestMailAnswer = Type.Object({
  mail: model('TestMail', {
    to: Type.String(),
    status: oneOf(['sent', 'failed'], { description: '`sent`: the mail relay has taken it' }),
    error: nullable(Type.String(), { description: 'why the mail relay did not take it' }),
  }),
});

export const presentTestMail = ({ to, error }: TestMail): Static<typeof TestMailAnswer> => ({
  mail: { to, status: error === null ? 'sent' : 'failed', error },
});

export const UserSettingsAnswer = Type.Object({ settings: UserSettings });

export const UpdateUserSettings = patchModel(
  'UpdateUserSettings',
  {
    name: Type.Optional(name),
    time_zone: Type.Optional(timeZone),
    week_start: Type.Optional(weekStart),
    theme: Type.Optional(theme),
    mails: Type.Optional(
      Type.Partial(Type.Object(mails), { description: 'a kind that is not sent stays as it is' }),
    ),
  },
  { time_zone: 'Europe/Berlin', theme: 'dark' },
  { mails: { content_issues: false } },
);
export type UserSettingsInput = Static<typeof UpdateUserSettings>;

export type MailPreferences = Readonly<Record<NotificationKind, boolean>>;

export interface UserSettingsView {
  readonly user: User;
  readonly mailPreferences: MailPreferences;
  readonly isOperator: boolean;
  /** Whether this server sends mail. */
  readonly isMailed: boolean;
  readonly plan: User['plan'];
  readonly version: string;
  readonly newerVersion: string | null;
}

export const presentUserSettings = ({
  user,
  mailPreferences,
  isOperator,
  isMailed,
  plan,
  version,
  newerVersion,
}: UserSettingsView): Static<typeof UserSettings> => ({
  name: user.name,
  email: user.email,
  time_zone: user.timeZone,
  week_start: user.weekStart,
  theme: user.theme,
  mails: mailPreferences,
  is_operator: isOperator,
  is_mailed: isMailed,
  plan,
  trial_ends_at: user.trialEndsAt?.toISOString() ?? null,
  server_version: version,
  newer_version: newerVersion,
});
