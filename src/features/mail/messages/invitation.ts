/** The mail that invites somebody to a team. */
import type { TeamRole } from '../../../core/access.ts';
import { formatDay } from '../format.ts';
import type { TransactionalMessage } from '../message.ts';

export interface InvitationData {
  readonly invitation: { readonly role: TeamRole; readonly expiresAt: Date };
  readonly owner: { readonly name: string; readonly email: string };
  /** Of the link. */
  readonly path: string;
}

const ROLE_RIGHTS = {
  viewer: 'view its sites and their stats',
  admin: 'view its sites and their stats, and change their settings',
} as const;
const MAX_NAME_LENGTH = 100;

/** Includes characters that reverse the direction of a text, and ends of lines. */
const INVISIBLE = /[\p{C}\u2028\u2029]+/gu;

/** Creates the mail for somebody who has never heard of this server. */
export function invitationMessage(
  { invitation: { role, expiresAt }, owner, path }: InvitationData,
  host: string,
): TransactionalMessage {
  const name = toPlainName(owner.name) || owner.email;
  return {
    message: {
      subject: `${name} invites you to Footfall`,
      paragraphs: [
        `${name} (${owner.email}) invited you to view their website analytics.`,
        `As ${role === 'admin' ? 'an admin' : 'a viewer'} you can ${ROLE_RIGHTS[role]}.`,
        `The link works once and expires on ${formatDay(expiresAt, 'UTC')}. If you don’t know ${name}, ignore this email.`,
      ],
      items: [],
      link: { text: 'Accept invitation', path },
    },
    why: `You received this email because ${owner.email} entered your address at ${host}.`,
  };
}

/** Cleans a name that goes to strangers: nothing in it may look like a line or a link of the mail. */
export const toPlainName = (name: string): string => {
  const clean = name.replace(INVISIBLE, ' ').replaceAll('/', ' ').trim();
  return [...clean].slice(0, MAX_NAME_LENGTH).join('');
};
