/** Form fields of a webhook, for creating and editing. */

import { useApi } from '../../app/query-client.ts';
import { bindFields } from '../../forms/bind-fields.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { CheckboxField, SelectField, TextField } from '../../forms/field.tsx';
import type { FieldErrors } from '../../forms/form.tsx';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/webhooks.tsx';
import type { SiteList } from '../sites/site-numbers.ts';
import { EVENT_OPTIONS, PLATFORM_OPTIONS, type Webhook } from './webhook-labels.ts';

export type WebhookInput = Pick<Webhook, 'url' | 'events' | 'site_id' | 'platform' | 'wrap_content'>;
export const WEBHOOK_FIELDS = ['url', 'events', 'site_id', 'platform', 'wrap_content', 'active'] as const;

export function WebhookFields({
  fields,
  errors,
  set,
}: {
  readonly fields: WebhookInput;
  readonly errors: FieldErrors;
  readonly set: (part: Partial<WebhookInput>) => void;
}) {
  const { data } = useApi<SiteList>('/sites');
  const sites = data?.sites.map(({ id, label }) => [String(id), label] as const) ?? [];
  const { field, checkbox } = bindFields({ fields, set }, errors);
  return (
    <>
      <TextField
        label={shared.address}
        type="url"
        inputMode="url"
        placeholder="https://"
        hint={labels.addressHint}
        {...field('url')}
      />
      <SelectField
        label={labels.format}
        value={fields.platform}
        options={PLATFORM_OPTIONS}
        error={errors.of('platform')}
        onValue={platform => set(platform === 'generic' ? { platform } : { platform, wrap_content: false })}
      />
      {fields.platform === 'generic' && (
        <CheckboxField label={labels.asContent} hint={labels.asContentHint} {...checkbox('wrap_content')} />
      )}
      <SelectField
        label={shared.site}
        value={fields.site_id === null ? '' : String(fields.site_id)}
        options={[['', labels.everySite], ...sites]}
        error={errors.of('site_id')}
        onValue={value => set({ site_id: value === '' ? null : Number(value) })}
      />
      <CheckboxGroup
        legend={labels.eventsLegend}
        words={EVENT_OPTIONS}
        chosen={fields.events}
        error={errors.of('events')}
        onChange={events => set({ events: [...events] })}
      />
    </>
  );
}
