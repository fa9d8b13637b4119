import type { CaptureName } from '../../../core/capture.ts';
import { ToggleField } from '../../forms/toggle-field.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import type { PartProps } from './use-site-settings.ts';
import { saveSiteSettings } from './use-site-settings.ts';

const SWITCHES: readonly (readonly [name: CaptureName, text: string, hint: string])[] = [
  ['outbound_links', labels.outboundLinks, labels.outboundLinksHint],
  ['downloads', labels.downloads, labels.downloadsHint],
  ['forms', labels.formSubmissions, labels.formSubmissionsHint],
  ['not_found', labels.missingPages, labels.missingPagesHint],
  ['engagement', labels.engagement, labels.engagementHint],
];

/** Switches for what the script captures by itself; each is saved at once. */
export const CapturePanel = ({ site, settings }: PartProps) => (
  <Panel title={labels.captureTitle}>
    <p>{labels.captureHint}</p>
    <div className="choices">
      {SWITCHES.map(([name, text, hint]) => (
        <ToggleField
          key={name}
          label={text}
          hint={hint}
          isOn={settings.capture[name]}
          save={isOn => saveSiteSettings(site.id, { capture: { [name]: isOn } })}
        />
      ))}
    </div>
    <p className="hint">
      <ServerLink href="/docs/events-and-kudos#automatic-events">{labels.captureGuideLink}</ServerLink>
    </p>
  </Panel>
);
