/** Texts of the page that builds links of campaigns. */
import type { ReactNode } from 'react';
import { pluralize } from '../../lib/english.ts';

export const explanation =
  'Tag the links in your emails, posts and ads to see visits by source, medium and campaign.';
export const address = 'Page';
export const addressHint = 'A path such as /pricing, or a full address';
export const badAddress = 'Enter a path that begins with / or a full address';
export const fields = {
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  term: 'Term (optional)',
  content: 'Content (optional)',
};
export const fieldHints = {
  source: 'Where the link appears, e.g. newsletter, instagram, partner-name',
  medium: 'Type of traffic, e.g. email, social, cpc',
  campaign: 'Name of the campaign, e.g. autumn-sale',
  term: 'Paid keyword',
  content: 'Tells several links apart, e.g. header, footer',
};
export const yourLink = 'Your link';
export const enterSource = 'Enter a source, and the link appears here.';
export const countsAs = (channel: ReactNode) => <>Visits through this link count as {channel}.</>;
export const otherSpelling = (given: ReactNode, other: ReactNode) => (
  <>
    You already use {other}. Reports will list {given} separately.
  </>
);
export const useOther = 'Use that one';
export const saveLink = 'Save link';
export const savedLinks = 'Saved links';
export const noSavedLinks = 'No saved links yet';
export const savedHint =
  'Saved links are visible to everyone with access to this site. Their names are suggested above.';
export const linkName = 'Link name (optional)';
export const rename = 'Rename';
export const showVisits = 'View visits';
export const orderOfLinks = 'Sort links';
export const newest = 'Newest';
export const mostVisits = 'Most visits';
export const downloadLinks = 'Download CSV';
export const removeLink = 'Remove this link?';
export const removeHint = 'The link keeps working, and its visits stay counted.';
export const inBrowser = (count: number) => `${pluralize(count, 'link')} saved in this browser only`;
export const moveToSite = 'Save to the site';
export const discard = 'Discard';
export const useLink = 'Use';
export const codeOfLink = 'QR code of the link';
export const downloadCode = 'Download SVG';
export const tooLongForCode = 'This link is too long for a QR code.';
