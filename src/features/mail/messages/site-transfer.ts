/** The mail that asks the owner of an account to accept the transfer of a site. */
import { formatDay } from '../format.ts';
import type { TransactionalMessage } from '../message.ts';
import { toPlainName } from './invitation.ts';

export interface SiteTransferData {
  /** Name of the site. */
  readonly site: string;
  /** Who asked for it. */
  readonly by: { readonly name: string; readonly email: string };
  /** Whether the recipient gets the site, and does not give it away. */
  readonly isOffer: boolean;
  readonly expiresAt: Date;
}

export function siteTransferMessage(
  { site, by, isOffer, expiresAt }: SiteTransferData,
  host: string,
): TransactionalMessage {
  const [label, name] = [toPlainName(site), toPlainName(by.name) || by.email];
  return {
    message: {
      subject: isOffer ? `${name} wants to transfer ${label} to you` : `${name} asks for ${label}`,
      paragraphs: [
        isOffer
          ? `${name} (${by.email}) wants to transfer the site ${label}, with all its statistics, to your account.`
          : `${name} (${by.email}) wants to transfer the site ${label}, with all its statistics, from your account to theirs.`,
        `Nothing happens unless you accept by ${formatDay(expiresAt, 'UTC')}.`,
      ],
      items: [],
      link: { text: 'Review the transfer', path: '/settings/account' },
    },
    why: `You received this email because ${by.email} requested a transfer at ${host}.`,
  };
}
