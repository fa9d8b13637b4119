import type { Mail } from '../../outbound/mail.ts';
import { createEmail } from './email.ts';
import { formatMessage, type Message } from './message.ts';
import { NOTIFICATIONS } from './messages/notifications.ts';
import type { RenderedMail, RenderReport, RenderStatusMail } from './outbox.ts';
import type { OutboxRow } from './store.ts';
import type { Subscription, UnsubscribeTokens } from './unsubscribe-token.ts';

export interface OutboxRendererDeps {
  readonly accounts: { findUser(id: number): { readonly email: string } | undefined };
  readonly sites: { find(id: number): unknown };
  readonly isSubscribed: (subscription: Subscription) => boolean;
  readonly tokens: UnsubscribeTokens;
  readonly createMessageId: (mailId: number) => string;
  readonly renderReport: RenderReport;
  readonly renderStatusMail: RenderStatusMail;
}

/** Creates the function that renders a row of the outbox; undefined for one that is not to be sent any more. */
export function createOutboxRenderer(deps: OutboxRendererDeps) {
  const { accounts, sites, isSubscribed, tokens, createMessageId, renderReport, renderStatusMail } = deps;

  function renderNotification(
    { kind, userId, siteId, message }: OutboxRow & Pick<Subscription, 'kind'>,
    baseUrl: string,
  ): RenderedMail | undefined {
    const recipient = accounts.findUser(userId);
    const isObsolete = siteId !== null && sites.find(siteId) === undefined;
    if (!recipient || isObsolete || !isSubscribed({ userId, kind })) return undefined;
    const unsubscribeUrl = `${baseUrl}/unsubscribe/${tokens.create({ userId, kind })}`;
    const why = `Footfall emails you ${NOTIFICATIONS[kind].when}.`;
    const content = formatMessage(JSON.parse(message) as Message, { baseUrl, unsubscribeUrl, why });
    return { to: recipient.email, content, unsubscribeUrl };
  }

  function render(row: OutboxRow, baseUrl: string): RenderedMail | undefined {
    const { kind } = row;
    if (kind === 'mail_report') return renderReport(row, baseUrl);
    if (kind === 'status_page') return renderStatusMail(row, baseUrl);
    return renderNotification({ ...row, kind }, baseUrl);
  }

  return (row: OutboxRow, baseUrl: string): Mail | undefined => {
    const rendered = render(row, baseUrl);
    if (!rendered) return undefined;
    const { content, ...headers } = rendered;
    return createEmail(content, { ...headers, messageId: createMessageId(row.id), date: row.createdAt });
  };
}
