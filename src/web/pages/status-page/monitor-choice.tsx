/** Which monitors a status page shows, and what it calls them. */
import { useApi } from '../../app/query-client.ts';
import { displayLabel } from '../../format.ts';
import { CheckboxField, ErrorText, TextField } from '../../forms/field.tsx';
import * as labels from '../../labels/status-pages.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import type { PageSite, StatusPage } from './types.ts';

type Shown = StatusPage['monitors'];

interface Monitor {
  readonly id: number;
  readonly name: string | null;
}

interface ChoiceProps {
  readonly shown: Shown;
  readonly onChange: (shown: Shown) => void;
}

export function MonitorChoice({
  sites,
  error,
  ...choice
}: ChoiceProps & { readonly sites: readonly PageSite[]; readonly error: string | undefined }) {
  return (
    <fieldset className="choices">
      <legend>{labels.monitors}</legend>
      <p className="hint">{labels.monitorsHint}</p>
      {sites.map(site => (
        <SiteMonitors key={site.id} site={site} isNamed={sites.length > 1} {...choice} />
      ))}
      <ErrorText text={error} />
    </fieldset>
  );
}

function SiteMonitors({
  site,
  isNamed,
  shown,
  onChange,
}: ChoiceProps & { readonly site: PageSite; readonly isNamed: boolean }) {
  const { data } = useApi<{ readonly monitors: readonly Monitor[] }>(`/sites/${site.id}/monitors`, {
    per_page: 100,
  });
  const label = displayLabel(site.label);
  if (!data) return null;
  if (data.monitors.length === 0 && !isNamed) return <p className="hint">{labels.noMonitors}</p>;
  return data.monitors.map(({ id, name }) => (
    <MonitorEntry
      key={id}
      id={id}
      name={name ?? labels.siteAddress}
      site={isNamed ? label : null}
      usualName={name ?? (isNamed ? label : labels.website)}
      shown={shown}
      onChange={onChange}
    />
  ));
}

function MonitorEntry({
  id,
  name,
  site,
  usualName,
  shown,
  onChange,
}: ChoiceProps & {
  readonly id: number;
  readonly name: string;
  /** Where the page is of several sites. */
  readonly site: string | null;
  readonly usualName: string;
}) {
  const row = shown.find(each => each.monitor_id === id);
  const change = (part: Partial<Shown[number]>) =>
    onChange(shown.map(each => (each.monitor_id === id ? { ...each, ...part } : each)));
  return (
    <>
      <CheckboxField
        label={<UntrustedText text={site === null ? name : `${site}: ${name}`} />}
        isOn={row !== undefined}
        onChange={isOn =>
          onChange(
            isOn
              ? [...shown, { monitor_id: id, name: usualName, shows_host: false }]
              : shown.filter(each => each.monitor_id !== id),
          )
        }
      />
      {row && (
        <>
          <TextField
            label={labels.shownAs(name)}
            value={row.name}
            maxLength={100}
            onValue={value => change({ name: value })}
          />
          <CheckboxField
            label={labels.showsHost}
            isOn={row.shows_host}
            onChange={isOn => change({ shows_host: isOn })}
          />
        </>
      )}
    </>
  );
}
