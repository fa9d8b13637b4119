/** The mail that brings an invitation. */
import type { User } from '../../core/user.ts';
import type { DirectLetter } from '../mail/transactional.ts';
import type { InvitationRow } from './store.ts';
import type { TeamRole } from './tables.ts';

const MAY: Readonly<Record<TeamRole, string>> = {
  viewer: 'see its sites and their figures',
  admin: 'see its sites and their figures, and change their settings',
};
const MAX_NAME_LENGTH = 100;

/** Also those that turn the direction of a text around, and ends of lines. */
const INVISIBLE = /[\p{C}\u2028\u2029]+/gu;

/** What somebody who has never heard of this server needs to know. */
export function invitationLetter({
  invitation,
  owner,
  path,
  baseUrl,
}: {
  readonly invitation: InvitationRow;
  readonly owner: Pick<User, 'name' | 'email'>;
  readonly path: string;
  readonly baseUrl: string;
}): DirectLetter {
  const name = nameOf(owner.name) || owner.email;
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return {
    to: invitation.email,
    kind: 'invitation',
    message: {
      subject: `${name} invites you to Footfall`,
      paragraphs: [
        `${name} (${owner.email}) would like to share the analytics of their websites with you.`,
        `As ${invitation.role === 'admin' ? 'an admin' : 'a viewer'} you may ${MAY[invitation.role]}.`,
        `The link works once, until ${day.format(invitation.expiresAt)}. If you do not know ${name}, do nothing.`,
      ],
      items: [],
      link: { text: 'Join', path },
    },
    why: `You get this mail since ${owner.email} has entered your address at ${new URL(baseUrl).host}.`,
    baseUrl,
  };
}

/** An owner's name goes to strangers: nothing in it may look like a line or a link of the mail. */
const nameOf = (name: string): string => {
  const clean = name.replace(INVISIBLE, ' ').replaceAll('/', ' ').trim();
  return [...clean].slice(0, MAX_NAME_LENGTH).join('');
};
