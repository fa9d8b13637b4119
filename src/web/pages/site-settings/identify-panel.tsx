import { ToggleField } from '../../forms/toggle-field.tsx';
import * as labels from '../../labels/site-settings.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ServerLink } from '../../ui/server-link.tsx';
import type { PartProps } from './use-site-settings.ts';
import { saveSiteSettings } from './use-site-settings.ts';

/** Switches ids of visitors on; saved at once. */
export const IdentifyPanel = ({ site, settings }: PartProps) => (
  <Panel title={labels.identifyTitle}>
    <ToggleField
      label={labels.identify}
      hint={labels.identifyHint}
      isOn={settings.capture.identify}
      save={isOn => saveSiteSettings(site.id, { capture: { identify: isOn } })}
    />
    <p className="hint">
      <ServerLink href="/docs/snippet#signed-in-visitors">{labels.identifyGuideLink}</ServerLink>
    </p>
  </Panel>
);
