/** What is asked of a webhook, for a new one as for one that is changed. */
import { useApi } from '../../app/query-client.ts';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import type { Faults } from '../../ui/form.tsx';
import { Choices } from './choices.tsx';
import { EVENTS, PLATFORMS, type Webhook } from './webhook-words.ts';

export type WebhookInput = Pick<Webhook, 'url' | 'events' | 'site_id' | 'platform' | 'wrap_content'>;
export const WEBHOOK_FIELDS = ['url', 'events', 'site_id', 'platform', 'wrap_content', 'active'] as const;

interface ListedSite {
  readonly id: number;
  readonly label: string;
}

export function WebhookFields({
  fields,
  faults,
  set,
}: {
  readonly fields: WebhookInput;
  readonly faults: Faults;
  readonly set: (part: Partial<WebhookInput>) => void;
}) {
  const { data } = useApi<{ sites: readonly ListedSite[] }>('/sites');
  const sites = data?.sites.map(({ id, label }) => [String(id), label] as const) ?? [];
  return (
    <>
      <TextField
        label="Address"
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="It is sent a POST for every event. It must be reachable from the internet."
        value={fields.url}
        fault={faults.of('url')}
        onValue={url => set({ url })}
      />
      <SelectField
        label="Format"
        value={fields.platform}
        options={PLATFORMS}
        fault={faults.of('platform')}
        onValue={platform => set(platform === 'generic' ? { platform } : { platform, wrap_content: false })}
      />
      {fields.platform === 'generic' && (
        <CheckField
          label="Put all of it, as one text, under “content”"
          hint="For receivers that read nothing else."
          isOn={fields.wrap_content}
          onChange={wrap_content => set({ wrap_content })}
        />
      )}
      <SelectField
        label="Site"
        value={fields.site_id === null ? '' : String(fields.site_id)}
        options={[['', 'Every site'], ...sites]}
        fault={faults.of('site_id')}
        onValue={value => set({ site_id: value === '' ? null : Number(value) })}
      />
      <Choices
        legend="Tell it when"
        words={EVENTS}
        chosen={fields.events}
        fault={faults.of('events')}
        onChange={events => set({ events: [...events] })}
      />
    </>
  );
}
