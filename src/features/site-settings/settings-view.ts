import type { Capture } from '../../core/capture.ts';
import type { PublicPage } from '../../core/public-page.ts';
import type { Site } from '../../core/site.ts';
import type { IgnoreRules } from '../../ingest/ignore-rules.ts';

/** A site, and those of its settings that its row holds as JSON. */
export interface SiteSettingsView {
  readonly site: Site;
  readonly ignoreRules: IgnoreRules;
  readonly spamHosts: readonly string[];
  readonly publicPage: PublicPage;
  readonly capture: Capture;
}
