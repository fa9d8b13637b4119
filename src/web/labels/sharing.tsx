/** Texts of the settings of a site for shared links and segments. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const sharing = 'Sharing';
export const sharedLinks = 'Shared links';
export const linksHint =
  'Share part of this site with someone without an account, such as a client. Individual visits are never shown.';
export const newLink = 'New link';
export const submitLink = 'Create link';
export const yourLink = 'Your new link';
export const linkName = 'link';
export const nameHint = 'Shown to you and at the top of the page.';
export const shownLegend = 'Sections';
export const segment = 'Segment';
export const wholeSite = 'All visitors';
export const segmentHint = 'All figures are limited to this segment.';
export const passwordHint = 'At least 10 characters. Leave empty for no password.';
export const newPasswordHint = 'At least 10 characters. Leave empty to keep the current one.';
export const expires = 'Expires';
export const expiresHint = (zone: string) => `Time zone: ${zone}. Leave empty for no expiry date.`;
export const noLinks = 'No shared links yet';
export const noLinksHint = 'Create one above.';
export const hasPassword = 'Password';
export const hasExpired = 'Expired';
export const until = (when: ReactNode) => <>expires {when}</>;
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
export const noSegmentsHint = 'Filter a report of this site, then save the filters from the filter menu.';
export const rename = 'Rename';
export const renameSegment = (name: string) => `Rename the segment ${name}`;
export const deleteSegment = (name: string) => `Delete the segment ${name}`;
export const deleteSegmentQuestion = 'Delete this segment?';
export const deleteSegmentHint = 'Only its filters are deleted, not the visits.';
export const show = 'Show';
