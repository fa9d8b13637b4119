import { siteHostOf } from '../lib/url.ts';
import { compileIgnoreRules, type FindIgnoreReason } from './ignore.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { SpamRules } from './spam.ts';

/** The settings of a site that affect writes. */
export interface SiteSettings {
  readonly id: number;
  readonly uid: string;
  readonly url: string;
  /** Whether pages of other hosts count as the site's. */
  readonly allowFromAnyDomain: boolean;
  readonly ignoreRules: IgnoreRules;
  readonly spam: SpamRules;
}

/** A site as the pipeline needs it, cached until its settings change. */
export interface SiteFacts {
  readonly id: number;
  readonly uid: string;
  readonly url: string;
  /** As `siteHostOf` writes it, with an unusual port. */
  readonly host: string;
  /** The same without any port: a referrer from there is the site itself. */
  readonly hostName: string;
  readonly allowFromAnyDomain: boolean;
  readonly findIgnoreReason: FindIgnoreReason;
  readonly spam: SpamRules;
}

/** Compiles a site's settings for the pipeline. */
export function createSiteFacts(settings: SiteSettings): SiteFacts {
  const host = siteHostOf(settings.url) ?? '';
  return {
    id: settings.id,
    uid: settings.uid,
    url: settings.url,
    host,
    hostName: host.replace(/:\d+$/, ''),
    allowFromAnyDomain: settings.allowFromAnyDomain,
    findIgnoreReason: compileIgnoreRules(settings.ignoreRules),
    spam: settings.spam,
  };
}
