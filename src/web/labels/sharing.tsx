/** Texts of the settings of a site for shared links and segments. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const sharing = 'Sharing';
export const sharedLinks = 'Shared links';
export const linksHint =
  'A link shows a part of this site to somebody without an account, such as a client. It never shows single visitors.';
export const newLink = 'New link';
export const submitLink = 'Create link';
export const yourLink = 'Your new link';
export const linkName = 'link';
export const nameHint = 'Shown to you, and at the top of the page.';
export const shownLegend = 'What the page shows';
export const segment = 'Segment';
export const wholeSite = 'All visitors';
export const segmentHint = 'A segment limits every number on the page to it.';
export const passwordHint = 'At least 10 characters. Leave it empty for a link without a password.';
export const newPasswordHint = 'At least 10 characters. Leave it empty to keep the current one.';
export const expires = 'Works until';
export const expiresHint = (zone: string) =>
  `Time zone: ${zone}. Leave it empty for a link that doesn’t expire.`;
export const noLinks = 'No shared links yet';
export const noLinksHint = 'Create one above.';
export const hasPassword = 'Password';
export const hasExpired = 'Expired';
export const until = (when: ReactNode) => <>until {when}</>;
export const opened = (count: number, last: ReactNode) => (
  <>
    opened {pluralize(count, 'time')}, last {last}
  </>
);
export const neverOpened = 'never opened';
export const sectionCount = (count: number) => pluralize(count, 'section');
export const edit = 'Edit';
export const editLink = (name: string) => `Edit the link ${name}`;
export const removePassword = 'Remove password';
export const deleteLink = (name: string) => `Delete the link ${name}`;
export const deleteText = 'Delete';
export const deleteLinkQuestion = 'Delete this link?';
export const deleteLinkHint = 'It stops working for everyone who has it.';
export const noSegments = 'No segments yet';
export const noSegmentsHint = 'Set filters on a page of this site, then save them from the filter menu.';
export const rename = 'Rename';
export const renameSegment = (name: string) => `Rename the segment ${name}`;
export const deleteSegment = (name: string) => `Delete the segment ${name}`;
export const deleteSegmentQuestion = 'Delete this segment?';
export const deleteSegmentHint = 'Only its filters are deleted, not the visits.';
export const show = 'Show';
