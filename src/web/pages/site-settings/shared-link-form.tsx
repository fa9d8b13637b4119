/** The form of a new shared link, and of one that is edited. */
import { useState } from 'react';
import { STANDARD_SECTIONS } from '../../../core/public-page.ts';
import { useSavedSegments } from '../../app/use-saved-segments.ts';
import { useTimeZone } from '../../app/user.ts';
import { CheckboxGroup } from '../../forms/checkbox-group.tsx';
import { SelectField, TextField } from '../../forms/field.tsx';
import { Form, useSubmit } from '../../forms/form.tsx';
import { formatLocalDateTime, parseLocalDateTime } from '../../forms/local-date-time.ts';
import * as shared from '../../labels/shared.tsx';
import * as labels from '../../labels/sharing.tsx';
import { SECTIONS } from './section-labels.ts';
import type { LinkFields, SharedLink } from './use-shared-links.ts';

const WHOLE_SITE = '';

export function LinkForm({
  siteId,
  link,
  action,
  save,
  onCancel,
}: {
  readonly siteId: number;
  /** The link that is edited; absent for a new one. */
  readonly link?: SharedLink;
  readonly action: string;
  readonly save: (fields: LinkFields) => Promise<void>;
  readonly onCancel?: () => void;
}) {
  const zone = useTimeZone();
  const ofSite = useSavedSegments(siteId).segments.filter(({ visibility }) => visibility === 'site');
  const [name, setName] = useState(link?.name ?? '');
  const [sections, setSections] = useState(link?.sections ?? STANDARD_SECTIONS);
  const [segment, setSegment] = useState(String(link?.segment_id ?? WHOLE_SITE));
  const [password, setPassword] = useState('');
  const [expires, setExpires] = useState(
    link?.expires_at ? formatLocalDateTime(new Date(link.expires_at), zone) : '',
  );
  const names = ['name', 'sections', 'segment_id', 'password', 'expires_at'];
  const submission = useSubmit(names, () =>
    save({
      name,
      sections,
      segment_id: segment === WHOLE_SITE ? null : Number(segment),
      ...(password === '' ? {} : { password }),
      expires_at: expires === '' ? null : (parseLocalDateTime(expires, zone)?.toISOString() ?? expires),
    }),
  );
  const { errors } = submission;
  return (
    <Form action={action} submission={submission} onCancel={onCancel}>
      <TextField
        label={shared.name}
        hint={labels.nameHint}
        value={name}
        maxLength={200}
        autoComplete="off"
        error={errors.of('name')}
        onValue={setName}
      />
      <CheckboxGroup
        legend={labels.shownLegend}
        words={SECTIONS}
        isInColumns
        chosen={sections}
        error={errors.of('sections')}
        onChange={setSections}
      />
      {ofSite.length > 0 && (
        <SelectField
          label={labels.segment}
          hint={labels.segmentHint}
          value={segment}
          options={[
            [WHOLE_SITE, labels.wholeSite],
            ...ofSite.map(each => [String(each.id), each.name] as const),
          ]}
          error={errors.of('segment_id')}
          onValue={setSegment}
        />
      )}
      <TextField
        label={shared.password}
        hint={link?.has_password ? labels.newPasswordHint : labels.passwordHint}
        type="password"
        autoComplete="new-password"
        value={password}
        error={errors.of('password')}
        onValue={setPassword}
      />
      <TextField
        label={labels.expires}
        hint={labels.expiresHint(zone)}
        type="datetime-local"
        value={expires}
        error={errors.of('expires_at')}
        onValue={setExpires}
      />
    </Form>
  );
}
